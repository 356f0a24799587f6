"""Budgets, once more: exact fractions, JSON in and out. What is expected comes from outlook.py."""

import json
import subprocess
import sys
from datetime import date, timedelta
from fractions import Fraction
from pathlib import Path

asked = json.load(sys.stdin)
today = date.fromisoformat(asked["today"])


def period_of(months):
    first = today.month - (today.month - 1) % months
    after = first + months
    return date(today.year, first, 1), date(today.year + after // 13, (after - 1) % 12 + 1, 1) - timedelta(1)


def expected(days, first, last):
    """The outlook of the days from six months before the period on."""
    start = date(first.year - (first.month <= 6), (first.month + 5) % 12 + 1, 1)
    rows = [[day, cost] for day, cost in days if date.fromisoformat(day) >= start]
    if not rows:
        return Fraction(0)
    # Days with rows of any source come without a cost.
    rows += [[day, None] for own, day, _ in asked["rows"] if int(own) < 0 and date.fromisoformat(day) >= start]
    words = {"month": str(first), "monthEnd": str(last), "today": str(today), "level": "80", "rows": rows}
    script = Path(__file__).with_name("outlook.py")
    run = subprocess.run(["python3", script], input=json.dumps(words), capture_output=True, text=True, check=True)
    return Fraction(json.loads(run.stdout)[0][1])


def decimal(value):
    """Exactly, without zeros at the end."""
    digits = next(count for count in range(99) if (value * 10**count).denominator == 1)
    sign, units = "-" if value < 0 else "", str(abs(int(value * 10**digits))).rjust(digits + 1, "0")
    return sign + (units if digits == 0 else f"{units[:-digits]}.{units[-digits:]}")


def percent(used, limit, marks):
    """As few digits, from two on, as leave its size on its side of every mark: the nearest ones, or those cut off."""
    exact, sign = abs(used) * 100 / limit, -1 if used < 0 else 1
    side = lambda value, mark: (value > mark) - (value < mark)
    for digits in range(2, 60):
        nearest = Fraction(round(exact * 10**digits), 10**digits)
        for one in (nearest, min(nearest, Fraction(int(exact * 10**digits // 1), 10**digits))):
            if all(side(one, mark) == side(exact, mark) for mark in marks):
                return sign * one


found = []
for number, budget in enumerate(json.loads(asked["budgets"])):
    limit, warn = Fraction(budget["amount"]), sorted(Fraction(one) for one in budget["warn"])
    first, last = period_of({"month": 1, "quarter": 3, "year": 12}[budget["period"]])
    days = [(day, cost) for own, day, cost in asked["rows"] if int(own) == number]
    actual = sum((Fraction(cost) for day, cost in days if str(first) <= day), Fraction(0))
    outlook = expected(days, first, last) if budget["on"] == "outlook" else None
    used = actual if outlook is None else outlook
    reached = [one for one in warn if used * 100 >= limit * one]
    over = "exceeded" if actual > limit else "outlook exceeded"
    found.append(
        [
            budget["name"],
            over if used > limit else "warned" if reached else "ok",
            f"{first}..{last}",
            decimal(actual),
            None if outlook is None else decimal(outlook),
            budget["amount"],
            decimal(percent(used, limit, [*warn, 0, 100])),
            decimal(reached[-1]) if reached else None,
        ]
    )
json.dump(found, sys.stdout)
