def cheap(frame):
    maximum = 3
    return frame.query("price < @limit")
