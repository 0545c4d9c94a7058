# De Morgan over comparisons of ints.
# calls: eligible(17, 0, True); eligible(18, 0, True); eligible(18, 3, True); eligible(66, 1, False)
# calls: eligible(65, 2, False); eligible(30, -1, True); eligible(18, 2, False)


def eligible(age: int, claims: int, is_member: bool) -> bool:
    return not (age < 18 or age > 65 or claims > 2 or not is_member)


# --- new ---


def eligible(age: int, claims: int, is_member: bool) -> bool:
    return age >= 18 and age <= 65 and claims <= 2 and is_member
