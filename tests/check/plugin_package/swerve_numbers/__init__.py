"""Parts for swerve that do not come with it."""
