"""In which order is a change investigated, and within which limits?"""
