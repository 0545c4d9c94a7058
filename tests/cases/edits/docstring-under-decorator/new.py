import click

@click.command()
def main():
    """New help."""
    return 1
