class B:
    def __hidden(self, x):
        first, second = x
        total = first * 2 + second
        return self.__state, total, [first, second, total]
