import re

def clean(text):
    return re.sub(r"\\s+", " ", text).strip().lower()

def use(text):
    return clean(text)
