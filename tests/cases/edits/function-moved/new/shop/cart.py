from shop.text import clean

def use(text):
    return clean(text)
