"""How are calls built from recipes, and recipes made from live values?"""
