from framework import app

@app.get("/")
def f(x: str):
    return x
