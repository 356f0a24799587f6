"""The days that deviate, once more: exact fractions, read from stdin and written to stdout as JSON."""

import json
import sys
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal, getcontext
from fractions import Fraction

getcontext().prec = 200
asked = json.load(sys.stdin)
score_limit = float(asked["score"])
min_impact = None if asked["minImpact"] == "" else Fraction(asked["minImpact"])
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
    # A group without a row cost nothing on a day with other rows, of which only the day is here.
    delivered.add(day_of(day))
    if cost is None:
        continue
    days = groups.setdefault(tuple(key), {})
    days[day_of(day)] = days.get(day_of(day), Fraction(0)) + Fraction(cost)


def past(days, day):
    """The same weekdays of the eight weeks before, since the group's first day."""
    before = [ago(day, 7 * week) for week in range(1, 9)]
    return [days.get(one, Fraction(0)) for one in before if one in delivered and one >= min(days)]


def older(amounts):
    """The older half of a history, whose latest day comes first."""
    return amounts[len(amounts) // 2 :]


def shift(days, day):
    """The factor of the week before to older days, if it was off by a tenth or more; needs five days to compare."""
    recent, moved = [], []
    for one in (ago(day, back) for back in range(1, 8)):
        if one not in delivered or one < min(days):
            continue
        amount, amounts = float(days.get(one, 0)), past(days, one)
        for ratios, usual in (recent, median(amounts)), (moved, median(older(amounts))):
            if usual > 0:
                ratios.append(amount / float(usual))
    if min(len(recent), len(moved)) < 5:
        return None
    ratio, factor = sorted(recent)[len(recent) // 2], sorted(moved)[len(moved) // 2]
    if min(ratio, factor) <= 0 or abs(ratio - 1) < 0.1:
        return None
    return Fraction(Decimal(factor).quantize(Decimal("0.0001"), ROUND_HALF_UP))


def is_large(difference, expected, impact):
    return difference != 0 and abs(difference) >= max(impact, abs(expected) / 5)


def judge(days, day, impact):
    """State, actual, expected, score, deviation and shift; None for a usual day."""
    actual = days.get(day, Fraction(0))
    moved = shift(days, day)
    if (day - min(delivered)).days < 28:
        return "unknown", actual, None, None, None, moved
    if (day - min(days)).days < 28:
        if day == min(days) and is_large(actual, 0, impact):
            return "new", actual, Fraction(0), None, median([]), moved
        return "unknown", actual, None, None, None, moved
    amounts = past(days, day)
    middle = median(amounts)
    spread = lambda half: [abs(one - median(half)) for one in half]
    deviation, levels = median(spread(amounts)), [middle]
    if moved is not None:
        deviation = min(deviation, median(spread(amounts[: len(amounts) // 2]) + spread(older(amounts))))
        week = [days.get(ago(day, back), Fraction(0)) for back in range(1, 8)]
        level = median(older(amounts))
        levels = [level, min(level * moved, 2 * max(amounts + week))]
    for expected in sorted(levels, key=lambda one: -abs(actual - one)):
        difference = actual - expected
        score = None if deviation == 0 else 0.6745 * float(difference / deviation)
        if not is_large(difference, expected, impact) or (score is not None and abs(score) < score_limit):
            return None
    state = "gone" if day not in days else "high" if difference > 0 else "low"
    return state, actual, expected, score, deviation, moved


def text(value):
    if value is None:
        return None
    return format(Decimal(value.numerator * 10**40 // value.denominator).scaleb(-40), "f")


found = []
first, last = day_of(asked["from"]), min(day_of(asked["to"]), day_of(asked["lastJudged"]))
for key, days in groups.items():
    same = [amount for (currency, *_), cost in groups.items() if currency == key[0] for day, amount in cost.items() if first <= day <= last]
    impact = abs(sum(same)) / 1000 if min_impact is None else min_impact
    states = []
    day = max(first, min(days))
    while day <= last:
        judged = judge(days, day, impact) if day in delivered else None
        if day in days:
            states.append("there")
        if judged is not None:
            state, actual, expected, score, deviation, moved = judged
            repeated = "unknown" in states if state == "unknown" else states[-1:] == ["gone"] == [state]
            states.append(state)
            difference = None if expected is None else actual - expected
            rounded = None if score is None else format(Decimal(score).quantize(Decimal("0.01"), ROUND_HALF_UP), "f")
            row = [text(one) for one in (actual, expected, difference)]
            if not repeated:
                found.append([day.isoformat(), *key, state, *row, rounded, text(deviation), text(moved)])
        day += timedelta(1)
json.dump(found, sys.stdout)
