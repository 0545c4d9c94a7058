SPACE = " "
