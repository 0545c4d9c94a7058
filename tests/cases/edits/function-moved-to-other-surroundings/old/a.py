SPACE = " "

def clean(text):
    return text.replace("_", SPACE).strip().lower()
