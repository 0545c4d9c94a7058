SPACE = "-"
