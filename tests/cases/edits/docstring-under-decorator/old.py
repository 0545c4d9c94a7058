import click

@click.command()
def main():
    """Old help."""
    return 1
