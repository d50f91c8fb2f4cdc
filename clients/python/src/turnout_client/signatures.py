"""Methods that take what another one takes, said once: to readers, to ``help`` and to type checkers."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, Callable, TypeVar

if TYPE_CHECKING:
    from typing_extensions import Concatenate, ParamSpec

    P = ParamSpec("P")

Value = TypeVar("Value")


def takes(
    other: Callable[Concatenate[Any, P], object],
) -> Callable[[Callable[..., Value]], Callable[Concatenate[Any, P], Value]]:
    """A decorator for methods with ``**options`` that they hand on to ``other``."""

    def decorate(method: Callable[..., Value]) -> Callable[Concatenate[Any, P], Value]:
        method.__signature__ = inspect.signature(other)  # type: ignore[attr-defined]
        method.__doc__ = method.__doc__ or other.__doc__
        return method

    return decorate
