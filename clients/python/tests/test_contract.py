"""Both clients are as clients/contract/cases.json has it, against the real service."""

import contract
import pytest

CASES = contract.cases()
NAMES = [case["name"] for case in CASES]


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_turnout(case: contract.Case, contract_url: str) -> None:
    contract.run(contract_url, case)


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_async_turnout(case: contract.Case, contract_url: str) -> None:
    contract.run_async(contract_url, case)
