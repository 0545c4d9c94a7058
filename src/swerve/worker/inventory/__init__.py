"""What does a tree hold that calls can be made of?"""
