async def a(x):
    async with x as y:
        return await y

def g(n):
    for i in range(n):
        yield i

def h(x):
    return x
