"""How are the results of campaigns shown in a browser, also while they come in?"""

from ._access import access_to
from ._listening import address_of, listening, serve
