"""Functions that nothing can import are run alone, and what they lack is made up."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from tests.sampling import sampled

from swerve.engines import Budget
from swerve.engines.guided import Guided, Techniques, bare_places
from swerve.model import DifferenceKind, Findings, Pair, Realism, Verdict
from swerve.run.sandbox import choose_level
from swerve.source import pair_in


@pytest.fixture(scope="module")
def guided(tmp_path_factory: pytest.TempPathFactory) -> Guided:
    """The engine, with an empty folder to run in."""
    folder = tmp_path_factory.mktemp("bare")
    folder.chmod(0o755)
    return Guided(bare_places(folder, choose_level("auto").level))


def found(guided: Guided, old: str, new: str, function: str = "f") -> Findings:
    """What the engine says about a function of two files."""
    pair = pair_in("shop/cart.py", old, new, function)
    assert isinstance(pair, Pair)
    return guided.investigate(pair, Budget(float("inf")))


CHANGED = {
    "a message behind a condition": (
        "def f(user):\n    if not user.name:\n        raise ValueError('no name')\n    return 1\n",
        "def f(user):\n    if not user.name:\n        raise ValueError('no name!')\n    return 1\n",
    ),
    "zero is falsy": (
        "def f(meta, limit):\n    if 'most' in meta:\n        limit = meta['most']\n"
        "    return limit\n",
        "def f(meta, limit):\n    return meta.get('most') or limit\n",
    ),
    "an empty text is not None": (
        "def f(self):\n    if self.prefix:\n        return self.prefix + '/'\n    return ''\n",
        "def f(self):\n    if self.prefix is not None:\n        return self.prefix + '/'\n"
        "    return ''\n",
    ),
    "a call with an effect is gone": (
        "def f(queue, item):\n    queue.connect()\n    queue.publish(item)\n    return item\n",
        "def f(queue, item):\n    queue.publish(item)\n    return item\n",
    ),
    "effects in another order": (
        "def f(db, row):\n    db.save(row)\n    notify(row)\n",
        "def f(db, row):\n    notify(row)\n    db.save(row)\n",
    ),
    "an argument of a call": (
        "def f(path):\n    return run(['git', 'diff', path])\n",
        "def f(path):\n    return run(['git', 'diff', '--binary', path])\n",
    ),
    "a method that the class leaves to others": (
        "class Rows:\n    def __iter__(self):\n        raise NotImplementedError(f'{self!r}')\n\n"
        "def f(rows: Rows):\n    return [row for row in rows]\n",
        "class Rows:\n    def __iter__(self):\n        raise NotImplementedError(f'{self!r}')\n\n"
        "def f(rows: Rows):\n    return list(rows)[1:]\n",
    ),
    "texts that are too long": (
        "def f(title):\n    name = title.strip() + '.html'\n    return name\n",
        "def f(title):\n    name = title.strip() + '.html'\n    over = len(name) - 80\n"
        "    if over > 0:\n        name = name[:-5 - over] + '.html'\n    return name\n",
    ),
    "what is printed": (
        "def f(x):\n    print('at', x.place)\n",
        "def f(x):\n    print('in', x.place)\n",
    ),
    "an exception that is caught now": (
        "def f(text):\n    try:\n        return parse(text)\n    except ParseError:\n"
        "        return None\n",
        "def f(text):\n    try:\n        return parse(text)\n"
        "    except (ParseError, TokenError):\n        return None\n",
    ),
    "behind a regular expression": (
        "import re\ndef f(text):\n    if re.match(r'v\\d+-beta', text):\n"
        "        return 1\n    return 0\n",
        "import re\ndef f(text):\n    if re.match(r'v\\d+-beta', text):\n"
        "        return 2\n    return 0\n",
    ),
    "what is yielded": (
        "def f(rows):\n    for row in rows:\n        yield row.id\n",
        "def f(rows):\n    for row in rows:\n        yield row.key\n",
    ),
    "what is awaited": (
        "async def f(client):\n    return await client.fetch('a')\n",
        "async def f(client):\n    return await client.fetch('b')\n",
    ),
    "what a returned function does": (
        "def f(step):\n    def add(x: int):\n        return x + 1\n    return add\n",
        "def f(step):\n    def add(x: int):\n        return x + 2\n    return add\n",
    ),
    "an attribute that is written": (
        "class C(Base):\n    def f(self, x):\n        self.last = x\n",
        "class C(Base):\n    def f(self, x):\n        self.latest = x\n",
    ),
    "what the file holds": (
        "KNOWN = {}\ndef f(name, result):\n    KNOWN[name] = result\n    return result\n",
        "KNOWN = {}\ndef f(name, result):\n    return result\ndef g():\n    return KNOWN\n",
    ),
    "a counter of the file": (
        "count = 0\ndef f(x):\n    global count\n    count += 1\n    return x.name\n",
        "count = 0\ndef f(x):\n    global count\n    count += 2\n    return x.name\n",
    ),
    "a class of containers": (
        "from collections import OrderedDict\nclass Cache(OrderedDict):\n"
        "    def __setitem__(self, key, value):\n        super().__setitem__(key, value)\n"
        "cache = Cache()\ndef f(key):\n    cache.pop(key, None)\n    cache[key] = 1\n",
        "from collections import OrderedDict\nclass Cache(OrderedDict):\n"
        "    def __setitem__(self, key, value):\n        super().__setitem__(key, value)\n"
        "cache = Cache()\ndef f(key):\n    cache.pop(key, None)\n",
    ),
    "isinstance of a narrower class": (
        "def f(value):\n    if isinstance(value, (tuple, list)):\n        return 'many'\n"
        "    return 'one'\n",
        "def f(value):\n    if isinstance(value, tuple):\n        return 'many'\n"
        "    return 'one'\n",
    ),
    "an attribute of what may be missing": (
        "def f(self):\n    task = getattr(self, 'task', False)\n    if task.running:\n"
        "        task.stop()\n",
        "def f(self):\n    task = getattr(self, 'task', False)\n    if task and task.running:\n"
        "        task.stop()\n",
    ),
    "a file that is read": (
        "from pathlib import Path\ndef f(root: str):\n"
        "    return list((Path(root) / 'a').glob('*'))\n",
        "from pathlib import Path\ndef f(root: str):\n"
        "    return list((Path(root) / 'b').glob('*'))\n",
    ),
    "a warning that is logged": (
        "import logging\nlog = logging.getLogger(__name__)\n"
        "def f(task):\n    log.warning('late: %s', task.id)\n    return task\n",
        "import logging\nlog = logging.getLogger(__name__)\n"
        "def f(task):\n    log.warning('too late: %s', task.id)\n    return task\n",
    ),
    "a class that only one side is prepared for": (
        "def f(self, data, name):\n    value = data.read(name)\n    return value.split(',')\n",
        "def f(self, data, name):\n    value = data.read(name)\n"
        "    if isinstance(value, list):\n        return value\n    return value.split(',')\n",
    ),
    "behind characters of a text": (
        "def f(text):\n    found = 0\n    for each in text:\n        if each == '\\u2003':\n"
        "            found += 1\n    return found\n",
        "def f(text):\n    found = 0\n    for each in text:\n        if each == '\\u2003':\n"
        "            found += 2\n    return found\n",
    ),
    "the order of keys": (
        "import json\ndef f(row: dict):\n    return json.dumps(row)\n",
        "import json\ndef f(row: dict):\n    return json.dumps(row, sort_keys=True)\n",
    ),
    "behind a mapping that is none": (
        "def f(store):\n    for key in store.keys():\n        link = store.get(key, raw=True)\n"
        "        if link.is_soft:\n            return link.size\n    return 0\n",
        "def f(store):\n    for key in store.keys():\n        link = store.get(key, raw=True)\n"
        "        if link.is_soft:\n            return link.length\n    return 0\n",
    ),
    "behind what a class leaves empty": (
        "class C:\n    labels = {}\n    def f(self):\n        out = []\n"
        "        if self.labels:\n            out.append(str(self.labels))\n        return out\n",
        "class C:\n    labels = {}\n    def f(self):\n        out = []\n"
        "        if self.labels:\n            out.append(repr(list(self.labels)))\n"
        "        return out\n",
    ),
    "behind two tests of one value": (
        "from shop import kind\n"
        "def f(x):\n    if kind() not in ('tea', 'milk', 'salt'):\n        raise ValueError(x)\n"
        "    if kind() == 'salt' and x.weight > 17 and not x.sold:\n        return x.price\n"
        "    return 0\n",
        "from shop import kind\n"
        "def f(x):\n    if kind() not in ('tea', 'milk', 'salt'):\n        raise ValueError(x)\n"
        "    if kind() == 'salt' and x.weight > 17 and not x.sold:\n        return x.cost\n"
        "    return 0\n",
    ),
    "below a class that is missing": (
        "from shop import Base\n"
        "class C(Base):\n    def f(self):\n        super(C, self).close()\n"
        "        self.remove(1)\n",
        "from shop import Base\n"
        "class C(Base):\n    def f(self):\n        super(C, self).close()\n"
        "        self.remove(2)\n",
    ),
    "an object of two missing classes": (
        "from shop import Item, Food\n"
        "def f(x):\n    if not isinstance(x, Item):\n        raise TypeError(x)\n"
        "    if isinstance(x, Food):\n        return x.date\n    return None\n",
        "from shop import Item, Food\n"
        "def f(x):\n    if not isinstance(x, Item):\n        raise TypeError(x)\n"
        "    if isinstance(x, Food):\n        return x.best_before\n    return None\n",
    ),
    "an attribute that is not there yet": (
        "class C:\n    def f(self):\n        if self.is_open:\n            self.close()\n",
        "class C:\n    def f(self):\n        if hasattr(self, 'is_open') and self.is_open:\n"
        "            self.close()\n",
    ),
    "a base with type variables that are missing": (
        "from typing import Generic\nfrom extras import T\n"
        "class C(Generic[T]):\n    def f(self, x):\n        return x.one\n",
        "from typing import Generic\nfrom extras import T\n"
        "class C(Generic[T]):\n    def f(self, x):\n        return x.other\n",
    ),
    "a warning of a class that is missing": (
        "import warnings\nfrom shop import Late\n"
        "def f(x):\n    warnings.warn('old', Late)\n    return x\n",
        "import warnings\nfrom shop import Late\n"
        "def f(x):\n    warnings.warn('very old', Late)\n    return x\n",
    ),
    "None that only one version is prepared for": (
        "def f(plot):\n    return len(plot.levels) + plot.width\n",
        "def f(plot):\n    if plot.levels is None:\n        return 0\n"
        "    return len(plot.levels) + plot.width\n",
    ),
    "behind a method of a pattern": (
        "import re\ndef f(node):\n    line_re = re.compile('b')\n"
        "    return line_re.sub('', node.arguments[0]).split(':')\n",
        "import re\ndef f(node):\n    line_re = re.compile('b')\n"
        "    return line_re.sub('', node.arguments[0]).split(';')\n",
    ),
    "behind a missing property": (
        "from shop import cached_property\nclass C:\n    @cached_property\n"
        "    def prefix(self):\n        return 'a'\n"
        "    def f(self, name: str):\n        return self.prefix + name\n",
        "from shop import cached_property\nclass C:\n    @cached_property\n"
        "    def prefix(self):\n        return 'a'\n"
        "    def f(self, name: str):\n        return self.prefix + '-' + name\n",
    ),
    "behind what a class leaves open": (
        "class C:\n    app = None\n    def f(self):\n        self.app.start()\n        return 1\n",
        "class C:\n    app = None\n    def f(self):\n        self.app.start()\n        return 2\n",
    ),
    "methods that are not those of a list or a text": (
        "def f(table, grid):\n    row = table.insert().values(1)\n"
        "    left, right = grid.split([1, 1], dim=-1)\n    return row, left\n",
        "def f(table, grid):\n    row = table.insert().values(1)\n"
        "    left, right = grid.split([1, 1], dim=-1)\n    return row, right\n",
    ),
    "keyword arguments that go to locals of their name": (
        "def f(**kwargs):\n    size = kwargs.pop('size')\n    return size, 1\n",
        "def f(**kwargs):\n    size = kwargs.pop('size')\n    return size, 2\n",
    ),
    "a file that is not there": (
        "def f(path: str):\n    try:\n        return open(path)\n"
        "    except FileNotFoundError:\n        return 1\n",
        "def f(path: str):\n    try:\n        return open(path)\n"
        "    except FileNotFoundError:\n        return 2\n",
    ),
    "an error of a library of arrays": (
        "import numpy as np\ndef f(axis: int, ndim: int):\n"
        "    if axis < -ndim or axis >= ndim:\n        raise np.AxisError(axis)\n    return axis\n",
        "import numpy as np\ndef f(axis: int, ndim: int):\n"
        "    if axis < -ndim and axis >= ndim:\n        raise np.AxisError(axis)\n"
        "    return axis\n",
    ),
    "keyword arguments that are handed on": (
        "def f(call, **kwargs):\n    size = kwargs.pop('size')\n    return call(size, **kwargs)\n",
        "def f(call, **kwargs):\n    size = kwargs.pop('size')\n    return call(size)\n",
    ),
    "another object of the same class": (
        "def f(graph):\n    made = graph.__class__()\n    made.add(1)\n    return made\n",
        "def f(graph):\n    made = graph.__class__()\n    made.add(2)\n    return made\n",
    ),
    "an error of what a property has": (
        "class C:\n    @property\n    def rows(self):\n        return self.base['rows']\n"
        "    def f(self, x):\n        try:\n            self.rows.replace_one(x)\n"
        "        except Invalid:\n            return 1\n        return 0\n",
        "class C:\n    @property\n    def rows(self):\n        return self.base['rows']\n"
        "    def f(self, x):\n        try:\n            self.rows.replace_one(x)\n"
        "        except Invalid:\n            return 2\n        return 0\n",
    ),
    "space around a text": (
        "def f(name: str):\n    return name\n",
        "def f(name: str):\n    return name.strip()\n",
    ),
    "behind two values that must be equal": (
        "from .http import OLDEST\nclass C:\n    def f(self):\n        if self.version < OLDEST:\n"
        "            return 0\n        if self.version == OLDEST:\n"
        "            return self.headers.get(keys.STATE) == 'open'\n        return 2\n",
        "from .http import OLDEST\nclass C:\n    def f(self):\n        if self.version < OLDEST:\n"
        "            return 0\n        if self.version == OLDEST:\n"
        "            return self.headers.get(keys.STATE) == 'shut'\n        return 2\n",
    ),
    "in an event loop": (
        "import asyncio\nclass C:\n    def f(self, slow=False):\n"
        "        self.loop = asyncio.get_running_loop()\n        self.most = 1 if slow else 2\n",
        "import asyncio\nclass C:\n    def f(self, slow=False):\n"
        "        self.loop = asyncio.get_running_loop()\n        self.most = 1 if slow else 3\n",
    ),
    "an event loop is no longer needed": (
        "import asyncio\nclass C:\n    def f(self):\n        asyncio.get_running_loop()\n"
        "        self.jobs = []\n",
        "import asyncio\nclass C:\n    def f(self):\n        self.jobs = []\n",
    ),
    "what a method with underscores raises": (
        "async def f(self):\n    try:\n        await self.steps.__anext__()\n"
        "    except StopAsyncIteration:\n        return 0\n"
        "    except ValueError:\n        return 1\n",
        "async def f(self):\n    try:\n        await self.steps.__anext__()\n"
        "    except StopAsyncIteration:\n        return 0\n"
        "    except ValueError:\n        return 2\n",
    ),
    "a handler of a function inside": (
        "def f(tables, s):\n    def fits(t):\n        try:\n            return min(t.columns)\n"
        "        except TypeError:\n            return False\n"
        "    return s.size == 1 and s.parts == 1 and any(fits(t) for t in tables if t.n == 2)\n",
        "def f(tables, s):\n    def fits(t):\n        try:\n            return min(t.columns)\n"
        "        except (TypeError, ValueError):\n            return False\n"
        "    return s.size == 1 and s.parts == 1 and any(fits(t) for t in tables if t.n == 2)\n",
    ),
    "an exception that is told apart in its handler": (
        "def f(self, data):\n    try:\n        self.parser.feed(data)\n"
        "    except BaseException as error:\n        self.fail(Failure())\n",
        "def f(self, data):\n    try:\n        self.parser.feed(data)\n"
        "    except BaseException as error:\n        if isinstance(error, Malformed):\n"
        "            self.fail(Failure(error.code))\n        else:\n"
        "            self.fail(Failure())\n",
    ),
    "an exception that is imported inside": (
        "def f(call):\n    from remote import errors\n    try:\n        return call()\n"
        "    except errors.Late:\n        return 'late'\n",
        "def f(call):\n    from remote import errors\n    try:\n        return call()\n"
        "    except errors.Late:\n        return 'too late'\n",
    ),
    "the number of an error": (
        "import errno, os\ndef f(path):\n    try:\n        os.chmod(path, 1)\n"
        "    except OSError as e:\n        if e.errno != errno.ENOENT:\n            raise\n",
        "import errno, os\ndef f(path):\n    try:\n        os.chmod(path, 1)\n"
        "    except OSError as e:\n        if e.errno not in (errno.ENOENT, errno.EPERM):\n"
        "            raise\n",
    ),
    "which items of an array": (
        "def f(ticks, value):\n    kept = ticks[ticks != 0]\n    if len(kept) <= 2:\n"
        "        return True\n    return min(abs(abs(kept) - value))\n",
        "def f(ticks, value):\n    kept = ticks[ticks != 0]\n    if len(kept) <= 2:\n"
        "        return True\n    return min(abs(abs(kept) - 2 * value))\n",
    ),
    "a text that another was made of": (
        "def f(line):\n    method, path, version = line.split(' ')\n"
        "    if not path.startswith('/api/'):\n        return None\n"
        "    return (method, 1) if version.strip() == 'HTTP/1.1' else method\n",
        "def f(line):\n    method, path, version = line.split(' ')\n"
        "    if not path.startswith('/api/'):\n        return None\n"
        "    return (method, 2) if version.strip() == 'HTTP/1.1' else method\n",
    ),
    "data that a text stands for": (
        "import json\ndef f(session):\n    row = json.loads(session.run('facts').strip())\n"
        "    return '{id}-{version}'.format(**row)\n",
        "import json\ndef f(session):\n    row = json.loads(session.run('facts').strip())\n"
        "    return '{id}_{version}'.format(**row)\n",
    ),
    "a missing class is initialised": (
        "from shop import Base\nclass C(Base):\n    def f(self, x):\n        self.x = x\n",
        "from shop import Base\nclass C(Base):\n    def f(self, x):\n"
        "        super().__init__(x)\n        self.x = x\n",
    ),
    "items of an object whose class has a missing base": (
        "from shop import Base\nclass C(Base):\n    def f(self):\n"
        "        for each in self['parts']:\n            self.put(each.name)\n",
        "from shop import Base\nclass C(Base):\n    def f(self):\n"
        "        for each in self['parts']:\n            self.put(each.path)\n",
    ),
    "what a decorator drives": (
        "from twisted.internet import defer\nclass C:\n    @defer.inlineCallbacks\n"
        "    def f(self, x):\n        a, b = yield self.get(x)\n"
        "        with (yield self.lock(x)):\n            if a:\n                return b\n"
        "        return None\n",
        "from twisted.internet import defer\nclass C:\n    @defer.inlineCallbacks\n"
        "    def f(self, x):\n        a, b = yield self.get(x)\n"
        "        with (yield self.lock(x)):\n            if b:\n                return b\n"
        "        return None\n",
    ),
    "another platform": (
        "import sys\ndef f(x):\n    if sys.platform == 'win32':\n        return x.lower()\n"
        "    return x.strip()\n",
        "import sys\ndef f(x):\n    if sys.platform == 'win32':\n        return x.upper()\n"
        "    return x.strip()\n",
    ),
    "a constant of another platform": (
        "import platform\nWINDOWS = platform.system() == 'Windows'\n"
        "def f(x):\n    return x.name + ('.exe' if WINDOWS else '')\n",
        "import platform\nWINDOWS = platform.system() == 'Windows'\n"
        "def f(x):\n    return x.name + ('.bat' if WINDOWS else '')\n",
    ),
    "a registry that is filled by then": (
        "KNOWN = {}\ndef load():\n    KNOWN['a'] = 1\n"
        "def f():\n    load()\n    return sorted(KNOWN)\n",
        "KNOWN = {}\ndef load():\n    KNOWN['a'] = 1\n"
        "def f():\n    if not KNOWN:\n        load()\n    return sorted(KNOWN)\n",
    ),
    "a function that is left in an attribute": (
        "from shop import Command\ndef f():\n    def run(one, other):\n"
        "        print(one.name)\n    made = Command()\n    made.run = run\n    return made\n",
        "from shop import Command\ndef f():\n    def run(one, other):\n"
        "        print(other.name)\n    made = Command()\n    made.run = run\n    return made\n",
    ),
    "a function that a missing decorator takes": (
        "def f(d, log):\n    @d.addCallback\n    def done(result):\n        log.write(result.a)\n",
        "def f(d, log):\n    @d.addCallback\n    def done(result):\n        log.write(result.b)\n",
    ),
    "a text in three parts, the last one a number": (
        "class C:\n    def f(self, name):\n        a, b, c = name.lower().rsplit('.', 2)\n"
        "        try:\n            return self.parts[a][b][int(c)]\n"
        "        except KeyError as error:\n            raise ValueError('no %r' % a) from error\n",
        "class C:\n    def f(self, name):\n        a, b, c = name.lower().rsplit('.', 2)\n"
        "        try:\n            return self.parts[a][b][int(c)]\n"
        "        except KeyError as error:\n"
        "            raise ValueError('none %r' % a) from error\n",
    ),
    "a text that a pattern of the file matches": (
        "import re\nVERSION = re.compile(r'v(\\d+)-(\\w+)')\n"
        "def f(line):\n    kind, version = line.split(';')\n"
        "    match = VERSION.fullmatch(version)\n    if match is None:\n        return 0\n"
        "    return kind, match.group(1)\n",
        "import re\nVERSION = re.compile(r'v(\\d+)-(\\w+)')\n"
        "def f(line):\n    kind, version = line.split(';')\n"
        "    match = VERSION.fullmatch(version)\n    if match is None:\n        return 0\n"
        "    return kind, match.group(2)\n",
    ),
    "so many that nobody draws them": (
        "def f(reply, store):\n    found = reply['found']\n    store.put(found)\n",
        "def f(reply, store):\n    found = reply['found']\n    if len(found) > 300:\n"
        "        found = []\n    store.put(found)\n",
    ),
    "a version that is too old": (
        "import shop\nfrom packaging.version import Version\ndef f():\n"
        "    if Version(shop.__version__) < Version('0.6'):\n"
        "        raise ImportError('needs 0.6')\n    return 1\n",
        "import shop\nfrom packaging.version import Version\ndef f():\n"
        "    if Version(shop.__version__) < Version('0.6'):\n"
        "        raise ImportError('needs 0.7')\n    return 1\n",
    ),
    "fields of classes that name one another": (
        "class Reader:\n    worker: 'C'\nclass C:\n    reader: Reader\n"
        "    def f(self):\n        return self.reader.worker.reader.name\n",
        "class Reader:\n    worker: 'C'\nclass C:\n    reader: Reader\n"
        "    def f(self):\n        return self.reader.worker.reader.path\n",
    ),
    "behind a list of settings that must all be as usual": (
        "class C:\n    def f(self):\n"
        "        if self.dirs != ['include'] or self.libs != ['lib'] or self.bins != ['bin']:\n"
        "            raise ValueError('mixed')\n        return self.name\n",
        "class C:\n    def f(self):\n"
        "        if self.dirs != ['include'] or self.libs != ['lib'] or self.bins != ['bin']:\n"
        "            raise ValueError('mixed')\n        return self.path\n",
    ),
}

KEPT = {
    "a registry that goes by another name": (
        "KNOWN = {}\ndef f(name, result):\n    KNOWN[name] = result\n    return result\n",
        "_known = {}\ndef f(name, result):\n    _known[name] = result\n    return result\n",
    ),
    "a registry that is filled otherwise": (
        "KNOWN = {}\ndef f(name, result):\n    KNOWN[name] = result\n    return len(KNOWN)\n",
        "KNOWN = {}\ndef f(name, result):\n    KNOWN.update({name: result})\n"
        "    return len(KNOWN)\n",
    ),
    "a file of arrays that a block closes": (
        "import numpy as np\ndef f(path):\n    file = np.load(path)\n    rows = file['rows']\n"
        "    file.close()\n    return rows\n",
        "import numpy as np\ndef f(path):\n    with np.load(path) as file:\n"
        "        return file['rows']\n",
    ),
    "an argument that a helper of the file has as its default now": (
        "def request(method, *, verify=None):\n    return send(method, verify)\n"
        "def f(*, verify=True):\n    return request('GET', verify=verify)\n",
        "def request(method, *, verify=True):\n    return send(method, verify)\n"
        "def f(*, verify=True):\n    answer = request('GET', verify=verify)\n    return answer\n",
    ),
    "names that a text was run in": (
        "def f(shell):\n    names = {}\n    exec('a = 1', names)\n    shell.start(names)\n",
        "def f(shell):\n    context = {}\n    exec('a = 1', context)\n    shell.start(context)\n",
    ),
    "keywords beside those of a mapping": (
        "def f(rule, options):\n    methods = options.pop('methods', None) or ['GET']\n"
        "    return add(rule, methods=methods, **options)\n",
        "def f(rule, options):\n    methods = options.pop('methods', None) or ['GET']\n"
        "    made = add(rule, methods=methods, **options)\n    return made\n",
    ),
    "a function of the same words from another module": (
        "from tools import parse_version\ndef f(text):\n"
        "    if parse_version(text) > parse_version('1.0'):\n        return 'late'\n"
        "    return 'early'\n",
        "from tools import version\ndef f(text):\n"
        "    if version.parse(text) > version.parse('1.0'):\n        return 'late'\n"
        "    return 'early'\n",
    ),
    "a method that is private now": (
        "def f(view):\n    return view.model().index(0, view.row)\n",
        "def f(view):\n    return view._model().index(0, view.row)\n",
    ),
    "arguments that a function is handed with, which are given by name now": (
        "def f(tree, key):\n    find, *rest = [tree.find_id, key]\n    return find(*rest)\n",
        "def f(tree, key):\n    return tree.find_id(element=key)\n",
    ),
    "a pure call is moved": (
        "def f(node, mode):\n    found = get_imports(node)\n    if mode.fast:\n        return 1\n"
        "    return detect(found)\n",
        "def f(node, mode):\n    if mode.fast:\n        return 1\n    found = get_imports(node)\n"
        "    return detect(found)\n",
    ),
    "an exception is made later": (
        "def f(user):\n    error = HTTPException(401)\n    if user is None:\n        return 0\n"
        "    if not user.ok:\n        raise error\n    return 1\n",
        "def f(user):\n    if user is None:\n        return 0\n    error = HTTPException(401)\n"
        "    if not user.ok:\n        raise error\n    return 1\n",
    ),
    "a repeated read is kept in a local": (
        "def f(self, key):\n    a = self.settings.get(key, {}).get('x', 1)\n"
        "    b = self.settings.get(key, {}).get('y', 2)\n    return a, b\n",
        "def f(self, key):\n    own = self.settings.get(key, {})\n    a = own.get('x', 1)\n"
        "    b = own.get('y', 2)\n    return a, b\n",
    ),
    "keywords in another order": (
        "def f(self, a, b):\n    return self.route(a=a, b=b)\n",
        "def f(self, a, b):\n    return self.route(b=b, a=a)\n",
    ),
    "a renamed parameter": (
        "def f(n):\n    return helper(n) + n.size\n",
        "def f(count):\n    return helper(count) + count.size + 0\n",
    ),
    "De Morgan": (
        "def f(line):\n    return not (line.split or line.comma) and line.short\n",
        "def f(line):\n    return not line.split and not line.comma and line.short\n",
    ),
    "identity of members of an enum": (
        "from enum import Enum\nclass Kind(Enum):\n    A = 1\n    B = 2\n"
        "def f(kind: Kind):\n    if kind == Kind.A:\n        return 1\n    return 2\n",
        "from enum import Enum\nclass Kind(Enum):\n    A = 1\n    B = 2\n"
        "def f(kind: Kind):\n    if kind is Kind.A:\n        return 1\n    return 2\n",
    ),
    "a helper of the file without effects": (
        "def size(x):\n    return len(x.items)\ndef f(x):\n    n = size(x)\n    if x.done:\n"
        "        return 0\n    return n\n",
        "def size(x):\n    return len(x.items)\ndef f(x):\n    if x.done:\n        return 0\n"
        "    return size(x)\n",
    ),
    "a loop over items": (
        "def f(old: dict, new: dict):\n    for key in new:\n        old[key] = new[key]\n",
        "def f(old: dict, new: dict):\n    for key, value in new.items():\n"
        "        old[key] = value\n",
    ),
    "another way to format": (
        "def f(module):\n    raise Failure('not in %s' % module.__name__)\n",
        "def f(module):\n    raise Failure('not in {name}'.format(name=module.__name__))\n",
    ),
    "a test with the truth of something made up": (
        "def f(x):\n    if x.left is None:\n        return 1\n    else:\n        return 2\n",
        "def f(x):\n    return 1 if x.left is None else 2\n",
    ),
    "two loops become one": (
        "def f(params, out):\n    for p in params:\n        if p.deep:\n"
        "            out.a.append(p)\n"
        "    for p in params:\n        if not p.deep:\n            out.b.append(p)\n",
        "def f(params, out):\n    for p in params:\n        if p.deep:\n"
        "            out.a.append(p)\n"
        "        else:\n            out.b.append(p)\n",
    ),
    "a helper is taken out": (
        "def f(shop, name):\n    found = [c for c in shop.find(name) if c.fresh]\n"
        "    return found or None\n",
        "def _fresh(shop, name):\n    return [c for c in shop.find(name) if c.fresh]\n"
        "def f(shop, name):\n    found = _fresh(shop, name)\n    return found or None\n",
    ),
    "arguments of a helper by name": (
        "def send(method, url, body=None):\n    return client.send(method, url, body)\n"
        "def f(url):\n    return send('GET', url)\n",
        "def send(method, url, body=None):\n    return client.send(method, url, body)\n"
        "def f(url):\n    return send(method='GET', url=url, body=None)\n",
    ),
    "get for a test and an item": (
        "def f(section, name):\n    if name in section:\n        value = section[name]\n"
        "    else:\n        value = None\n    return 'unset' if value is None else value\n",
        "def f(section, name):\n    value = section.get(name)\n"
        "    return 'unset' if value is None else value\n",
    ),
    "a test for a handler": (
        "class C:\n    def f(self, name):\n        try:\n            return self.known[name]\n"
        "        except KeyError:\n            raise Unknown(name) from None\n",
        "class C:\n    def f(self, name):\n        if name not in self.known:\n"
        "            raise Unknown(name)\n        return self.known[name]\n",
    ),
    "groups by what nobody knows": (
        "def f(entries):\n    groups = {}\n    for entry in entries:\n"
        "        if entry.group not in groups:\n            groups[entry.group] = []\n"
        "        groups[entry.group].append(entry.name)\n    return sorted(groups.items())\n",
        "from collections import defaultdict\n"
        "def f(entries):\n    groups = defaultdict(list)\n    for entry in entries:\n"
        "        groups[entry.group].append(entry.name)\n    return sorted(groups.items())\n",
    ),
    "equal before and after they are written": (
        "def f(one, other):\n    same = one.shade == other.shade\n"
        "    return same, f'{one.shade}{other.shade}'\n",
        "def f(one, other):\n    text = f'{one.shade}{other.shade}'\n"
        "    return one.shade == other.shade, text\n",
    ),
    "keys and items of a mapping that is missing": (
        "def f(made):\n    for name, each in BACKENDS.items():\n        if each.ready:\n"
        "            made[name] = each\n",
        "def f(made):\n    for name in BACKENDS:\n        each = BACKENDS[name]\n"
        "        if each.ready:\n            made[name] = each\n",
    ),
    "a renamed parameter that takes the rest": (
        "def f(*names, **options):\n    made = Option(*names, **options)\n    add(made)\n",
        "def f(*words, **options):\n    add(Option(*words, **options))\n",
    ),
    "another way to empty a list": (
        "class C:\n    def f(self, text):\n        joined = ''.join(self.buffer) + text\n"
        "        del self.buffer[:]\n        return joined\n",
        "class C:\n    def f(self, text):\n        joined = ''.join(self.buffer) + text\n"
        "        self.buffer.clear()\n        return joined\n",
    ),
    "numbers in another base": (
        "def f(version):\n    return '%x' % version.number\n",
        "def f(version):\n    return f'{version.number:x}'\n",
    ),
    "functions that are made in a loop": (
        "def f(size):\n    parts = []\n    for i in range(3):\n"
        "        parts.append(lambda z, i=i: z[i])\n    return Mixed(parts)\n",
        "def f(size):\n    return Mixed([lambda z, i=i: z[i] for i in range(3)])\n",
    ),
    "a default that can be changed": (
        "def f(name, options={}):\n    return Part(name, key(options))\n",
        "def f(name, options=None):\n    if options is None:\n        options = {}\n"
        "    return Part(name, key(options))\n",
    ),
    "the newer name of an option": (
        "import subprocess\ndef f(code):\n"
        "    return subprocess.check_output(['a', code], universal_newlines=True)\n",
        "import subprocess\ndef f(code):\n"
        "    return subprocess.check_output(['a', code], text=True)\n",
    ),
    "what is logged below a warning": (
        "import logging\nlog = logging.getLogger(__name__)\n"
        "def f(task):\n    log.debug('done with %s', task.id)\n    return task\n",
        "import logging\nlog = logging.getLogger(__name__)\n"
        "def f(task):\n    log.debug('finished %s', task.id)\n    return task\n",
    ),
    "a private note of one side": (
        "class C:\n    def f(self, rows):\n        self.rows = [each.id for each in rows]\n",
        "class C:\n    def f(self, rows):\n        self._count = len(rows)\n"
        "        self.rows = [each.id for each in rows]\n",
    ),
    "a lambda that has a name now": (
        "from shop import sort\ndef f(items):\n"
        "    return sort(items, key=lambda each: each.size)\n",
        "from shop import sort\ndef f(items):\n    def by_size(each):\n"
        "        return each.size\n    return sort(items, key=by_size)\n",
    ),
    "a field that is declared now": (
        "class C:\n    def f(self, x):\n        self.last = x.name\n        return 1\n",
        "class C:\n    other: int = 0\n    def f(self, x):\n        name = x.name\n"
        "        self.last = name\n        return 1\n",
    ),
    "a parameter that nobody gives yet": (
        "def f(rows, limit):\n    return list(rows[:limit])\n",
        "def f(rows, limit, weights=None):\n    more = ()\n    if weights is not None:\n"
        "        try:\n            more = scaled(weights)\n        except ValueError:\n"
        "            raise TypeError(weights)\n    return [*rows[:limit], *more]\n",
    ),
    "truth of what is true or false": (
        "class C:\n    def __init__(self):\n        self.late = False\n        self.shut = False\n"
        "    def f(self) -> bool:\n        return bool(self.late or self.shut)\n",
        "class C:\n    def __init__(self):\n        self.late = False\n        self.shut = False\n"
        "    def f(self) -> bool:\n        return self.late or self.shut\n",
    ),
    "sums of arrays in another order": (
        "def f(x, y):\n    n, m = x.shape\n    return x * 2 + y, n\n",
        "def f(x, y):\n    n, m = x.shape\n    return y + 2 * x, n\n",
    ),
    "keys that are values elsewhere": (
        "def f(headers, names):\n    if names.STATE in headers:\n"
        "        return headers[names.STATE]\n    return None\n",
        "def f(headers, names):\n    return headers.get(names.STATE)\n",
    ),
    "an older way to initialise a missing class": (
        "from shop import Base\nclass C(Base):\n    def f(self, x):\n"
        "        Base.__init__(self, x)\n        self.x = x\n",
        "from shop import Base\nclass C(Base):\n    def f(self, x):\n"
        "        super().__init__(x)\n        self.x = x\n",
    ),
    "what a missing logger says below a warning": (
        "class C:\n    def f(self, x):\n        self._log.debug('at %s', x)\n"
        "        return x.name\n",
        "class C:\n    def f(self, x):\n        self._log.debug('now at %s', x)\n"
        "        return x.name\n",
    ),
    "another way to return from what a decorator drives": (
        "from twisted.internet import defer\nclass C:\n    @defer.inlineCallbacks\n"
        "    def f(self, x):\n        found = yield self.get(x)\n        if found.old:\n"
        "            defer.returnValue(None)\n        defer.returnValue(found.name)\n",
        "from twisted.internet import defer\nclass C:\n    @defer.inlineCallbacks\n"
        "    def f(self, x):\n        found = yield self.get(x)\n        if found.old:\n"
        "            return None\n        return found.name\n",
    ),
    "a function that is left in an attribute, and does the same": (
        "from shop import Command\ndef f():\n    def run(one):\n        print(one.name)\n"
        "    made = Command()\n    made.run = run\n    return made\n",
        "from shop import Command\ndef f():\n    def run(one):\n        name = one.name\n"
        "        print(name)\n    made = Command()\n    made.run = run\n    return made\n",
    ),
    "the larger of two unknown numbers": (
        "import numpy as np\ndef f(data):\n    low, high = abs(np.min(data)), abs(np.max(data))\n"
        "    return low if low > high else high\n",
        "import numpy as np\ndef f(data):\n    low, high = abs(np.min(data)), abs(np.max(data))\n"
        "    return high if high >= low else low\n",
    ),
    "a new option that is handed on": (
        "from shop import read\ndef f(x):\n    found = read(x, strip=1)\n"
        "    return found.name if found else None\n",
        "from shop import read\ndef f(x, fuzz=False):\n    found = read(x, strip=1, fuzz=fuzz)\n"
        "    return found.name if found else None\n",
    ),
    "a new option that is kept": (
        "class C:\n    def f(self, name):\n        self.name = name.strip()\n",
        "class C:\n    def f(self, name, size=None):\n        name = name.strip()\n"
        "        self.name = name\n        self.size = size\n",
    ),
    "a package that the file needs anyway": (
        "def f(x):\n    try:\n        import shop\n    except ImportError as error:\n"
        "        raise ImportError('needs shop') from error\n    if x not in ('a', 'b'):\n"
        "        raise ValueError(x)\n    return shop.go(x)\n",
        "import shop\ndef f(x):\n    if x not in ('a', 'b'):\n        raise ValueError(x)\n"
        "    return shop.go(x)\n",
    ),
    "true and nothing else": (
        "def f(x):\n    if x:\n        if x is True:\n            raise ValueError('no')\n"
        "        return x.name\n    return None\n",
        "def f(x):\n    if x:\n        if isinstance(x, bool):\n"
        "            raise ValueError('no')\n        return x.name\n    return None\n",
    ),
    "what was made is gone with the exception": (
        "from shop import Cart\ndef f(items):\n    cart = Cart()\n    for each in items:\n"
        "        if each.free:\n            cart.gifts.append(each)\n    for each in items:\n"
        "        if not each.free:\n            assert each.price\n"
        "            cart.items.append(each)\n    return cart\n",
        "from shop import Cart\ndef f(items):\n    cart = Cart()\n    for each in items:\n"
        "        if each.free:\n            cart.gifts.append(each)\n            continue\n"
        "        assert each.price\n        cart.items.append(each)\n    return cart\n",
    ),
    "a cache of one side": (
        "FOUND = {}\ndef f(key):\n    return look(key)\n",
        "FOUND = {}\ndef f(key):\n    if key not in FOUND:\n        FOUND[key] = look(key)\n"
        "    return FOUND[key]\n",
    ),
}


@pytest.mark.parametrize("case", sampled(CHANGED, 10))
def test_a_difference_is_found_and_shown(case: str, guided: Guided) -> None:
    old, new = CHANGED[case]
    name = "C.f" if "class C" in old else "f"
    findings = found(guided, old, new, name)
    assert findings.verdict is Verdict.CHANGED, findings.reason
    (witness,) = findings.witnesses
    assert witness.realism is Realism.INJECTED
    assert witness.old != witness.new


@pytest.mark.parametrize("case", sampled(KEPT, 10))
def test_what_stays_the_same_is_not_called_changed(case: str, guided: Guided) -> None:
    old, new = KEPT[case]
    findings = found(guided, old, new, "C.f" if "class C" in old else "f")
    assert findings.verdict is Verdict.LIKELY_PRESERVED, (findings.reason, findings.witnesses)
    assert findings.evidence.runs > 0


def test_a_module_in_the_place_of_one_of_the_library_cannot_be_compared(guided: Guided) -> None:
    old = "import re\ndef f(x):\n    m = re.match('a(.*)', x)\n    return m and m.group(1)\n"
    new = old.replace("re.", "regex.").replace("import re", "import regex")
    findings = found(guided, old, new)
    assert findings.verdict is None
    assert "only one version uses regex" in findings.reason


def test_the_same_code_never_differs_from_itself(guided: Guided) -> None:
    source = CHANGED["zero is falsy"][0]
    pair = pair_in("m.py", source, CHANGED["zero is falsy"][1], "f")
    assert isinstance(pair, Pair)
    for seed in range(3):
        same = Pair("m.py::f", pair.old, pair.old, ())
        findings = guided.investigate(same, Budget(float("inf"), seed))
        assert findings.verdict is not Verdict.CHANGED


def test_a_witness_names_what_was_made_up_and_where_it_differs(guided: Guided) -> None:
    findings = found(guided, *CHANGED["zero is falsy"])
    (witness,) = findings.witnesses
    assert witness.kind is DifferenceKind.RETURN
    assert witness.call == "f(meta, limit)"
    given = {each.path: each.value for each in witness.given}
    assert given["meta['most']"] in ("0", "0.0", "''", "None", "something false")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("case", "old", "new"),
    [
        ("a message behind a condition", "'no name'", "'no name!'"),
        ("a text in three parts, the last one a number", "no ", "none "),
        ("behind a list of settings that must all be as usual", "self.name", "self.path"),
    ],
)
def test_the_script_of_a_witness_shows_it_again(
    guided: Guided, tmp_path: Path, case: str, old: str, new: str
) -> None:
    name = "C.f" if "class C" in CHANGED[case][0] else "f"
    (witness,) = found(guided, *CHANGED[case], name).witnesses
    script = tmp_path / "again.py"
    script.write_text(witness.script, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert old in done.stdout
    assert new in done.stdout


def test_what_no_run_reaches_is_said_with_its_lines(guided: Guided) -> None:
    old = "def f(x):\n    raise Done\n    return 1\n"
    new = "def f(x):\n    raise Done\n    return 2\n"
    findings = found(guided, old, new)
    assert findings.verdict is None
    assert "no simulated run reached the changed lines (3)" in findings.reason


def test_what_stopped_the_runs_is_said(guided: Guided) -> None:
    old = "def f(x: int):\n    y = [][x]\n    return 1\n"
    new = "def f(x: int):\n    y = [][x + 1]\n    return 1\n"
    findings = found(guided, old, new)
    assert findings.verdict is None
    assert "runs were stopped by IndexError: list index out of range" in findings.reason


def test_what_cannot_be_seen_is_not_called_equal(guided: Guided) -> None:
    old = "class A:\n    __dict__ = {}\ndef f(x):\n    a = A()\n    a.v = 1\n    return a\n"
    findings = found(guided, old, old.replace("a.v = 1", "a.v = 2"))
    assert findings.verdict is None
    assert "could not be compared: `result.__dict__` could not be captured" in findings.reason


def test_loops_without_end_do_not_hold_up_the_engine(guided: Guided) -> None:
    old = "def f(self):\n    while self.running:\n        self.step(1)\n    return 1\n"
    new = "def f(self):\n    while self.running:\n        self.step(2)\n    return 1\n"
    assert found(guided, old, new).verdict is Verdict.CHANGED


def test_without_the_file_its_helpers_are_made_up(guided: Guided) -> None:
    old = "LIMIT = 3\ndef f(x: int):\n    return x > LIMIT\n"
    new = "LIMIT = 3\ndef f(x: int):\n    return x >= LIMIT\n"
    alone = replace(guided, techniques=Techniques(context=False))
    findings = found(alone, old, new)
    assert findings.verdict is Verdict.CHANGED
    assert "LIMIT" in {each.path for each in findings.witnesses[0].given}


HOSTILE = {
    "ends its process": "import os\ndef f(x):\n    os._exit({n})\n",
    "does not return": "def f(x):\n    return sum({n} for _ in iter(int, 1))\n",
    "recurses": "def f(x):\n    return f(x) + {n}\n",
    "eats memory": "def f(x):\n    return len(bytearray(1 << 40)) + {n}\n",
    "swallows everything": "def f(x):\n    while True:\n        try:\n            x.go({n})\n"
    "        except BaseException:\n            pass\n",
    "forges hooks": "def f(x):\n    globals()['__swerve__'] = None\n    return x.go({n})\n",
    "forks": "import os\ndef f(x):\n    while True:\n        os.fork()\n    return {n}\n",
    "breaks its module": "import os\nos._exit(0)\ndef f(x):\n    return {n}\n",
}


@pytest.mark.slow
@pytest.mark.parametrize("case", HOSTILE)
def test_code_that_means_ill_costs_nothing_but_its_own_answer(case: str, guided: Guided) -> None:
    source = HOSTILE[case]
    pair = pair_in("m.py", source.format(n=1), source.format(n=2), "f")
    assert isinstance(pair, Pair)
    findings = guided.investigate(pair, Budget.of(6))
    assert findings.verdict in (None, Verdict.CHANGED, Verdict.LIKELY_PRESERVED)
    assert findings.reason
