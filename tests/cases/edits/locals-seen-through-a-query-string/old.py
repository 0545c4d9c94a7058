def cheap(frame):
    limit = 3
    return frame.query("price < @limit")
