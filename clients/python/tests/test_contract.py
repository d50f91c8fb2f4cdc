"""Both clients are as clients/contract/cases.json has it, against the real service."""

from typing import Any

import contract
import pytest

from turnout_client import AsyncTurnout, Turnout


@pytest.mark.parametrize("kind", [Turnout, AsyncTurnout])
@pytest.mark.parametrize("case", contract.cases(), ids=lambda case: case["name"])
def test_a_case(case: contract.Case, kind: Any, contract_url: str) -> None:
    contract.run(contract_url, case, kind)
