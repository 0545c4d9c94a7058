def usage():
    """Usage: new"""
    print(usage.__doc__)
