"""The days that deviate, once more: exact fractions, read from stdin and written to stdout as JSON."""

import json
import sys
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

asked = json.load(sys.stdin)
score_limit = float(asked["score"])
min_impact = Fraction(asked["minImpact"])
day_of = date.fromisoformat
ago = lambda day, days: day - timedelta(days)


def median(amounts):
    ordered = sorted(amounts)
    half = len(ordered) // 2
    if not ordered:
        return Fraction(0)
    return ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2


groups = {}
delivered = set()
for day, *key, cost in asked["rows"]:
    days = groups.setdefault(tuple(key), {})
    days[day_of(day)] = days.get(day_of(day), Fraction(0)) + Fraction(cost)
    delivered.add(day_of(day))


def past(days, day):
    """The same weekdays of the eight weeks before, since the group's first day."""
    before = [ago(day, 7 * week) for week in range(1, 9)]
    return [days.get(one, Fraction(0)) for one in before if one in delivered and one >= min(days)]


def shift(days, day):
    """The factor of the week before, if that is a tenth or more; needs five days to compare."""
    ratios = []
    for one in (ago(day, back) for back in range(1, 8)):
        if one in delivered and one >= min(days) and median(past(days, one)) > 0:
            ratios.append(float(days.get(one, 0)) / float(median(past(days, one))))
    if len(ratios) < 5:
        return None
    ratio = sorted(ratios)[len(ratios) // 2]
    if ratio <= 0 or abs(ratio - 1) < 0.1:
        return None
    return Fraction(Decimal(ratio).quantize(Decimal("0.0001"), ROUND_HALF_UP))


def is_large(difference, expected):
    return difference != 0 and abs(difference) >= max(min_impact, abs(expected) / 5)


def judge(days, day):
    """State, actual, expected, score and shift; None for a usual day."""
    actual = days.get(day, Fraction(0))
    moved = shift(days, day)
    if (day - min(delivered)).days < 28:
        return "unknown", actual, None, None, moved
    if (day - min(days)).days < 28:
        if day == min(days) and is_large(actual, 0):
            return "new", actual, Fraction(0), None, moved
        return "unknown", actual, None, None, moved
    amounts = past(days, day)
    expected = median(amounts)
    deviation = median([abs(one - expected) for one in amounts])
    if moved is not None:
        week = [days.get(ago(day, back), Fraction(0)) for back in range(1, 8)]
        expected = min(expected * moved, 2 * max(amounts + week))
    difference = actual - expected
    score = None if deviation == 0 else 0.6745 * float(difference / deviation)
    if not is_large(difference, expected) or (score is not None and abs(score) < score_limit):
        return None
    state = "gone" if day not in days else "high" if difference > 0 else "low"
    return state, actual, expected, score, moved


def text(value):
    if value is None:
        return None
    return format(Decimal(value.numerator * 10**24 // value.denominator).scaleb(-24), "f")


found = []
last = min(day_of(asked["to"]), day_of(asked["lastJudged"]))
for key, days in groups.items():
    states = []
    day = max(day_of(asked["from"]), min(days))
    while day <= last:
        judged = judge(days, day) if day in delivered else None
        if judged is not None:
            state, actual, expected, score, moved = judged
            repeated = "unknown" in states if state == "unknown" else states[-1:] == ["gone"] == [state]
            states.append(state)
            difference = None if expected is None else actual - expected
            rounded = None if score is None else format(Decimal(score).quantize(Decimal("0.01"), ROUND_HALF_UP), "f")
            row = [text(one) for one in (actual, expected, difference)]
            if not repeated:
                found.append([day.isoformat(), *key, state, *row, rounded, text(moved)])
        day += timedelta(1)
json.dump(found, sys.stdout)
