"""How is a live value written down?"""
