"""A call and what is said about it share one scope."""

from __future__ import annotations

from swerve.observe.recipe import Call, CallRecipe, List, Name, Script, Shared

CART = Call(Name("shop", "Cart"))


def test_what_is_said_later_gets_names_of_its_own() -> None:
    script = Script(CallRecipe(Name("shop", "total"), args=(CART,)))
    assert script.call == "total(Cart())"
    assert script.expression(Call(Name("market", "Cart"), (1,))) == "market_Cart(1)"
    assert script.variable("total") == "total_2"
    assert script.imports == (
        "from market import Cart as market_Cart",
        "from shop import Cart, total",
    )


def test_what_is_kept_gets_a_variable() -> None:
    call = CallRecipe(Name("shop", "total"), args=(Shared("looked at", CART),))
    assert Script(call).statements == ()
    script = Script(call, ("looked at",))
    assert script.statements == ("cart = Cart()",)
    assert script.call == "total(cart)"
    assert script.variable_of("looked at") == "cart"


def test_state_is_told_apart_from_the_call() -> None:
    limits = Shared("limits", List((1,)))
    call = CallRecipe(Name("shop", "total"), state=((Name("shop", "LIMITS"), limits),))
    script = Script(call, ("limits",))
    assert script.before_settings == ("limits = [1]",)
    assert script.settings == (("shop", "LIMITS", "limits"),)
    assert script.statements == ()
    assert script.call == "total()"
