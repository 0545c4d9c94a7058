"""Usage: tool [-b]"""
import docopt

def main():
    return docopt.docopt(__doc__)

def other():
    return 2
