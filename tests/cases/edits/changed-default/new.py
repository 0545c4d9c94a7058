def connect(host, timeout=30):
    return open_socket(host, timeout)
