"""How does a function become a program of few instructions?"""
