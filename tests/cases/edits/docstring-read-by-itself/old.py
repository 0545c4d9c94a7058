def usage():
    """Usage: old"""
    print(usage.__doc__)
