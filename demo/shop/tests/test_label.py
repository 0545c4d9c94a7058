from shop import label


def test_label():
    assert label("milk").lower() == "milk: 2"
