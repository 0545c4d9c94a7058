"""What do the build files of a project say about it?"""
