class C:
    def x(self):
        return self._x
