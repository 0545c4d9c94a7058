from framework import app

@app.get("/")
def f(x: int):
    return x
