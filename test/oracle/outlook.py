"""The estimate of a month, once more, as docs/outlook-method.md describes it: exact fractions, JSON in and out."""

import json
import sys
from datetime import date, timedelta
from decimal import Decimal, getcontext
from fractions import Fraction
from math import floor

getcontext().prec = 60
asked = json.load(sys.stdin)
level = Fraction(int(asked["level"]), 100)
month, today, end = (date.fromisoformat(asked[name]) for name in ("month", "today", "monthEnd"))
last = min(end, today - timedelta(1))
left = (end - last).days
days_left = [last + timedelta(ahead) for ahead in range(1, left + 1)]

groups = {}
for day, *key, cost in asked["rows"]:
    days = groups.setdefault(tuple(key), {})
    day = date.fromisoformat(day)
    days[day] = days.get(day, Fraction(0)) + Fraction(cost)


def median(amounts):
    return quantile(sorted(amounts), Fraction(1, 2)) if amounts else Fraction(0)


def middle_mean(amounts):
    if len(amounts) < 3:
        return median(amounts)
    return sum(sorted(amounts)[1:-1], Fraction(0)) / (len(amounts) - 2)


def quantile(ordered, share):
    """The amount at a place between the first, which is 1, and the last."""
    place = min(Fraction(len(ordered)), max(Fraction(1), share * (len(ordered) + 1)))
    before = ordered[floor(place) - 1]
    after = ordered[min(len(ordered), floor(place) + 1) - 1]
    return before + (after - before) * (place - floor(place))


def root(value):
    return Fraction((Decimal(value.numerator) / Decimal(value.denominator)).sqrt())


def rounded(value, digits):
    """Half away from zero."""
    units = floor(abs(value) * 10**digits + Fraction(1, 2))
    return Fraction(units if value >= 0 else -units, 10**digits)


def key_of(day):
    return "last" if (day + timedelta(1)).day == 1 else day.day


def weekdays_before(amounts, place, known):
    """Up to six amounts, a week apart, of the days before a place that are known."""
    places = [one for one in range(place - 7, -1, -7) if one < known]
    return [amounts[one] for one in places[:6]]


def learn_fees(first, amounts):
    surpluses = {}
    for place, amount in enumerate(amounts):
        same = weekdays_before(amounts, place, place)
        if len(same) >= 3:
            key = key_of(first + timedelta(place))
            surpluses.setdefault(key, []).append(amount - median(same))
    usual = median([abs(one) for found in surpluses.values() for one in found])
    fees = {}
    for key, found in surpluses.items():
        is_often = len(found) >= (2 if key in (1, "last") else 3)
        is_alike = all(one > 0 for one in found) or all(one < 0 for one in found)
        if is_often and is_alike and all(abs(one) > 4 * usual for one in found):
            fees[key] = found
    return fees


def without_fees(first, amounts, fees):
    plain = []
    for place, amount in enumerate(amounts):
        found = fees.get(key_of(first + timedelta(place)))
        same = weekdays_before(amounts, place, place)
        if found is None:
            plain.append(amount)
        else:
            plain.append(median(same) if len(same) >= 3 else amount - median(found))
    return plain


def estimate(amounts, known, count):
    """The sum of so many days after the first known ones."""
    if known < 28:
        return sum(amounts[:known], Fraction(0)) / known * count
    levels = [middle_mean(weekdays_before(amounts, known + day, known)) for day in range(7)]
    if not any(amounts[known - 14 : known]):
        return Fraction(0)
    ratios = []
    for back in range(1, min(42, known) + 1):
        usual = levels[-back % 7]
        if usual > 0:
            ratios.append(amounts[known - back] / usual)
    shift = Fraction(1)
    if len(ratios) >= 7:
        moved = median(ratios[:7])
        steps = [abs(one - next_one) for one, next_one in zip(ratios, ratios[1:])]
        is_noise = 2 * (moved - 1) ** 2 < (Fraction("2.2") * median(steps)) ** 2
        if moved > 0 and not is_noise:
            shift = min(Fraction(3), max(Fraction(1, 3), moved))
    return sum((levels[day % 7] for day in range(count)), Fraction(0)) * shift


def usual_sum(amounts, known, count):
    sizes = [abs(one) for one in amounts[max(0, known - 28) : known]]
    middle, mean = median(sizes), middle_mean(sizes)
    return (mean if middle * 10 < mean else middle) * count


def describe(errors):
    tail = (1 - level) / 2
    return [quantile(errors, share) for share in (tail, Fraction(1, 2), 1 - tail)]


def judge(errors, apart):
    """How far each replay is from the middle of others, in widths of their interval."""
    judged = []
    for error, known in errors:
        # In their order: the errors are sorted.
        others = [one for one, other in errors if abs(other - known) >= apart]
        if len(others) < 9:
            continue
        low, middle, high = describe(others)
        distance, width = (middle - error, middle - low) if error < middle else (error - middle, high - middle)
        judged.append(Fraction(0) if distance == 0 else distance / width if width > 0 else Fraction(10**9))
    return judged


def outlook(days):
    """What is left, its low and high, learned, method, coverage and replays."""
    first = min(days)
    amounts = [days.get(first + timedelta(place), Fraction(0)) for place in range((last - first).days + 1)]
    learned = len(amounts)
    fees = learn_fees(first, amounts)
    plain = without_fees(first, amounts, fees)
    charged = [fees[key_of(day)] for day in days_left if key_of(day) in fees]
    rest = estimate(plain, learned, left) + sum((median(found) for found in charged), Fraction(0))
    if learned < 28:
        return rest, None, None, learned, "mean", None, 0
    nothing = rest, None, None, learned, "weekday-mean", None, 0
    errors = []
    for known in range(28, learned - left + 1):
        size = usual_sum(plain, known, left)
        if left > 0 and size > 0:
            actual = sum(plain[known : known + left], Fraction(0))
            errors.append((rounded((actual - estimate(plain, known, left)) / size, 9), known))
    if len(errors) < 10:
        return nothing
    errors.sort()
    judged = judge(errors, left)
    if len(judged) < 10:
        judged = judge(errors, 1)
    needed = min(Fraction("2.5"), max(Fraction("0.4"), quantile(sorted(judged), level)))
    few = max(Fraction(1), Fraction("0.3") + Fraction("1.8") * (left + 42) / (len(errors) + 42))
    factor = (1 + (needed - 1) / 2) * few
    low, middle, high = describe([error for error, _ in errors])
    size = usual_sum(plain, learned, left)
    noise = Fraction(0)
    for found in charged:
        noise += quantile(sorted(abs(one - median(found)) for one in found), level) ** 2
    least, most = (3 * left * one for one in (min(0, *amounts), max(0, *amounts)))
    limit = lambda value: min(most, max(least, value))
    expected = limit(rest + middle * size)
    below = root((factor * (middle - low) * size) ** 2 + noise)
    above = root((factor * (high - middle) * size) ** 2 + noise)
    inside = sum(1 for one in judged if one <= factor)
    return (
        expected,
        min(limit(rest + middle * size - below), expected),
        max(limit(rest + middle * size + above), expected),
        learned,
        "weekday-mean",
        Fraction(100 * inside, len(judged)),
        len(judged),
    )


def text(value, digits=24):
    if value is None:
        return None
    value = rounded(value, digits)
    return format(Decimal(value.numerator * 10**digits // value.denominator).scaleb(-digits), "f")


found = []
for key, days in groups.items():
    actual = sum((amount for day, amount in days.items() if month <= day <= end), Fraction(0))
    rest, low, high, learned, method, coverage, replays = outlook(days)
    total = lambda part: actual if part == 0 else rounded(actual + rounded(part, 2), 2)
    amounts = [None if part is None else text(total(part)) for part in (rest, low, high)]
    found.append([*key, text(actual), *amounts, learned, method, text(coverage, 1), replays])
json.dump(found, sys.stdout)
