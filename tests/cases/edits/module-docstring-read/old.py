"""Usage: tool [-a]"""
import docopt

def main():
    return docopt.docopt(__doc__)

def other():
    return 2
