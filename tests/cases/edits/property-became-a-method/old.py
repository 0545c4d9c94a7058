class C:
    @property
    def x(self):
        return self._x
