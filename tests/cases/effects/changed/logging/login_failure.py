# The password that was tried stands in the log, as the whole form is written.
# function: LoginService.login
# shows: LoginService({"ada": "x"}).login({"user": "ada", "password": "y"})
# shows: LoginService({}).login({"user": "eve", "password": "123"})
# effect: log accounts

import logging

logger = logging.getLogger("accounts")


class LoginService:
    def __init__(self, passwords: dict[str, str]) -> None:
        self.passwords = passwords

    def login(self, form: dict[str, str]) -> bool:
        user = form.get("user", "")
        if self._check(user, form.get("password", "")):
            logger.info("%s logged in", user)
            return True
        logger.warning("login failed: %s", {"user": user})
        return False

    def _check(self, user: str, password: str) -> bool:
        return bool(password) and self.passwords.get(user) == password
# --- new ---
import logging

logger = logging.getLogger("accounts")


class LoginService:
    def __init__(self, passwords: dict[str, str]) -> None:
        self.passwords = passwords

    def login(self, form: dict[str, str]) -> bool:
        user, password = form.get("user", ""), form.get("password", "")
        if not password or self.passwords.get(user) != password:
            logger.warning(f"login failed: {form}")
            return False
        logger.info("%s logged in", user)
        return True
