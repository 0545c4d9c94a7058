"""How is the value model made, from what code reads when it runs?

    events <- collect, static <- train <- evaluate

Nothing is re-exported: each command loads the part it needs, and training needs torch.
"""
