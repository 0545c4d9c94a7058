"""How are values written that have no parts?"""

from __future__ import annotations

from ._encoder import Encoder, Handler
from ._parts import Digested, Payload, Unseen
from .format import ATOM, NOT_IMPLEMENTED


def _put_unseen(encoder: Encoder, value: Unseen) -> None:
    encoder.put_opaque(value.type_name, value.why)


def _put_payload(encoder: Encoder, value: Payload) -> None:
    value.handler(encoder, value.value)


def _put_digested(encoder: Encoder, value: Digested) -> None:
    digest = encoder.digest_of(value.make()) if encoder.can_digest(value.size) else b""
    encoder.put_cut(value.type_name, value.prefix, value.length, digest)


def _put_atom_record(encoder: Encoder, value: object) -> None:
    encoder.put_atom_record(value)


def _put_not_implemented(encoder: Encoder, value: object) -> None:
    encoder.out += bytes((ATOM, NOT_IMPLEMENTED))


HANDLERS: dict[type, Handler] = {
    Unseen: _put_unseen,
    Payload: _put_payload,
    Digested: _put_digested,
    str: _put_atom_record,
    bytes: _put_atom_record,
    int: _put_atom_record,
    type(NotImplemented): _put_not_implemented,
}
