"""What people start."""
