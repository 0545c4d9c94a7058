# A word is compared with its reverse, whole or letter by letter.
# calls: mirrored(""); mirrored("a"); mirrored("ab"); mirrored("aba"); mirrored("abba"); mirrored("abca")


def mirrored(word: str) -> bool:
    for i in range(len(word) // 2):
        if word[i] != word[-1 - i]:
            return False
    return True


# --- new ---


def mirrored(word: str) -> bool:
    return word == word[::-1]
