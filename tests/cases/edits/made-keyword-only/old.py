class Cart:
    def add(self, item, quantity=1):
        self.items.append((item, quantity))
