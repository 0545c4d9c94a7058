"""How is a repository asked, without changing or starting anything in it?"""
