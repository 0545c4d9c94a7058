"""Witnesses that outlive their run: kept in files, and shown again."""

from swerve.witness._again import opened_places, opened_sides, show_again
from swerve.witness._stored import (
    SCHEMA,
    BadWitness,
    StoredWitness,
    Told,
    as_sent,
    place_of,
    stored_from,
    text_of,
)
from swerve.witness._storing import modules_of, stored_alone, stored_witness
