"""Witnesses that outlive their run: kept in files, and shown again."""

from ._stored import (
    SCHEMA,
    BadWitness,
    StoredWitness,
    Told,
    as_sent,
    modules_of,
    place_of,
    stored_alone,
    stored_from,
    stored_witness,
    text_of,
)
from .replay import opened_places, opened_sides, show_again
