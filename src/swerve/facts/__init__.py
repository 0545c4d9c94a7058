"""What does code say about the values it works with? One reading, asked by everything above."""
