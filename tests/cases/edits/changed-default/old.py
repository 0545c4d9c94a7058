def connect(host, timeout=10):
    return open_socket(host, timeout)
