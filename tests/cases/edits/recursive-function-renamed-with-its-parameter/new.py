def factorial(k):
    return 1 if k < 2 else k * factorial(k - 1)

def main(n):
    return factorial(n=n) + 1
