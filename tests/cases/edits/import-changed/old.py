import json

def load(text):
    return json.loads(text)

def other():
    return 1
