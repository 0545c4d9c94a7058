"""How the value model is made: events collected from real runs, training, evaluation.

Nothing is re-exported: each command loads the modules it needs, and some need torch.
"""
