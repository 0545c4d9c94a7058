"""Which functions does a change concern, and why each of them?"""
