async def a(x):
    async with x as z:
        return await z

def g(n):
    for k in range(n):
        yield k

async def h(x):
    return x
