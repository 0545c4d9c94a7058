"""What does a call do to the world around it? What it left there, by resource, in order."""
