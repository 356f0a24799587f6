"""The estimate of a month, once more, as docs/outlook-method.md describes it: whole numbers, JSON in and out."""

import json
import sys
from datetime import date, timedelta
from decimal import Decimal, getcontext
from fractions import Fraction
from math import floor, isqrt

getcontext().prec = 200
asked = json.load(sys.stdin)
level = Fraction(int(asked["level"]), 100)
month, today, end = (date.fromisoformat(asked[name]) for name in ("month", "today", "monthEnd"))
last = min(end, today - timedelta(1))
# Money counts in units of 18 digits more than its amounts have, ratios in as many digits.
ONE = 10**18

groups, delivered = {}, set()
for day, *key, cost in asked["rows"]:
    day = date.fromisoformat(day)
    # A day with rows of any source, of which only the day is here.
    if cost is None:
        delivered.add(day)
        continue
    days = groups.setdefault(tuple(key), {})
    days[day] = days.get(day, Fraction(0)) + Fraction(cost)


# What a month without any row cost so far is not known.
if last < end and not any(day >= month for day in delivered):
    last = min(last, month - timedelta(1))
elapsed = min(end, today - timedelta(1))
is_unknown = elapsed >= month and not any(month <= day <= elapsed for day in delivered)
days_left = [day for day in (last + timedelta(ahead) for ahead in range(1, (end - last).days + 1)) if day >= month]
left = len(days_left)
# Late days of the month before are no part of what is asked.
skip = max(0, (month - last).days - 1)
length = skip + left


def rounded(value):
    """To a whole number, half to even, as Python does."""
    return round(Fraction(value))


def times(amount, ratio):
    return rounded(Fraction(amount * ratio, ONE))


def ratio_of(amount, whole):
    return rounded(Fraction(amount * ONE, whole))


def median(amounts):
    return quantile(sorted(amounts), Fraction(1, 2)) if amounts else 0


def middle_mean(amounts):
    if len(amounts) < 3:
        return median(amounts)
    return rounded(Fraction(sum(sorted(amounts)[1:-1]), len(amounts) - 2))


def quantile(ordered, share):
    """The amount at a place between the first, which is 1, and the last."""
    place = min(Fraction(len(ordered)), max(Fraction(1), share * (len(ordered) + 1)))
    before = ordered[floor(place) - 1]
    after = ordered[min(len(ordered), floor(place) + 1) - 1]
    return before + rounded((after - before) * (place - floor(place)))


def places_of(amounts):
    """The decimal places that they need."""
    return next(digits for digits in range(99) if all((amount * 10**digits).denominator == 1 for amount in amounts))


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
            surpluses.setdefault(key, {})[place] = amount - median(same)
    usual = median([abs(one) for found in surpluses.values() for one in found.values()])
    fees = {}
    for key, found in surpluses.items():
        own = found.values()
        is_often = len(own) >= (2 if key in (1, "last") else 3)
        is_alike = all(one > 0 for one in own) or all(one < 0 for one in own)
        if is_often and is_alike and all(abs(one) > 4 * usual for one in own):
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
            plain.append(median(same) if len(same) >= 3 else amount - median(found.values()))
    return plain


def without_lone_days(amounts, plain):
    """What stands out alone for six weeks on either side, on one side of its weekday, counts as the weekday."""
    same = [weekdays_before(amounts, place, place) for place in range(len(plain))]
    usual = [median(found) if len(found) >= 3 else plain[place] for place, found in enumerate(same)]
    surpluses = [amount - expected for amount, expected in zip(plain, usual)]
    found = list(plain)
    for place, surplus in enumerate(surpluses):
        near = surpluses[max(0, place - 42) : place] + surpluses[place + 1 : place + 43]
        sign = 1 if surplus > 0 else -1
        if surplus != 0 and all(3 * sign * other < sign * surplus for other in near):
            found[place] = usual[place]
    return found


def has_ended(amounts, known):
    return known >= 14 and not any(amounts[known - 14 : known])


def estimate(amounts, known, count):
    """The sum of so many days after the first known ones."""
    if has_ended(amounts, known):
        return 0
    if known < 28:
        return rounded(Fraction(sum(amounts[:known]) * count, known))
    levels = [middle_mean(weekdays_before(amounts, known + day, known)) for day in range(7)]
    ratios = []
    for back in range(1, min(42, known) + 1):
        usual = levels[-back % 7]
        if usual > 0:
            ratios.append(ratio_of(amounts[known - back], usual))
    shift = ONE
    if len(ratios) >= 7:
        moved = median(ratios[:7])
        steps = [abs(one - next_one) for one, next_one in zip(ratios, ratios[1:])]
        is_noise = 2 * (moved - ONE) ** 2 < (Fraction("2.2") * median(steps)) ** 2
        if moved > 0 and not is_noise:
            shift = min(3 * ONE, max(rounded(Fraction(ONE, 3)), moved))
    return times(sum(levels[day % 7] for day in range(skip, skip + count)), shift)


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
        most = 10**9 * ONE
        judged.append(0 if distance == 0 else min(most, ratio_of(distance, width)) if width > 0 else most)
    return judged


def outlook(days, digits):
    """What is left, its low and high, learned, method, coverage and replays."""
    first = min(days)
    amounts = [days.get(first + timedelta(place), Fraction(0)) for place in range((last - first).days + 1)]
    amounts = [int(amount * 10**digits) for amount in amounts]
    learned = len(amounts)
    fees = learn_fees(first, amounts)
    plain = without_fees(first, amounts, fees)
    is_over = has_ended(plain, learned)
    returns = lambda fee: not is_over or all(has_ended(plain, place) for place in fee)
    coming = [fees[key_of(day)] for day in days_left if key_of(day) in fees]
    charged = [[*fee.values()] for fee in coming if returns(fee)]
    rest = estimate(plain, learned, left) + sum(median(found) for found in charged)
    if learned < 28:
        return rest, None, None, learned, "mean", None, 0
    nothing = rest, None, None, learned, "weekday-mean", None, 0
    others = without_lone_days(amounts, plain)
    errors, usual_errors = [], []
    for known in range(28, learned - length + 1):
        size = usual_sum(plain, known, left)
        if left > 0 and size > 0:
            guess = estimate(plain, known, left)
            error_of = lambda costs: rounded(Fraction((sum(costs[known + skip : known + length]) - guess) * 10**9, size))
            errors.append((error_of(plain) * 10**9, known))
            usual_errors.append(error_of(others) * 10**9)
    if len(errors) < 10:
        return nothing
    errors.sort()
    judged = judge(errors, length)
    if len(judged) < 10:
        judged = judge(errors, 1)
    needed = min(25 * ONE // 10, max(4 * ONE // 10, quantile(sorted(judged), level)))
    few = max(ONE, rounded((Fraction("0.3") + Fraction("1.8") * (length + 42) / (len(errors) + 42)) * ONE))
    factor = times(rounded(Fraction(needed + ONE, 2)), few)
    low, _, high = describe([error for error, _ in errors])
    usual_low, middle, usual_high = describe(sorted(usual_errors))
    low, high = min(low, usual_low), max(high, usual_high)
    size = usual_sum(plain, learned, left)
    noise = sum(quantile(sorted(abs(one - median(found)) for one in found), level) ** 2 for found in charged)
    root = lambda amount: isqrt(amount**2 + noise) if charged else amount
    least, most = (3 * left * one for one in (min(0, *amounts), max(0, *amounts)))
    limit = lambda value: min(most, max(least, value))
    usual = rest + (0 if is_over else times(middle, size))
    expected = limit(usual)
    below = root(times(times(middle - low, factor), size))
    above = root(times(times(high - middle, factor), size))
    inside = sum(1 for one in judged if one <= factor)
    return (
        expected,
        min(limit(usual - below), expected),
        max(limit(usual + above), expected),
        learned,
        "weekday-mean",
        Fraction(100 * inside, len(judged)),
        len(judged),
    )


def text(value, digits=60):
    if value is None:
        return None
    return format(Decimal(rounded(Fraction(value) * 10**digits)).scaleb(-digits), "f")


found = []
for key, days in groups.items():
    actual = sum((amount for day, amount in days.items() if month <= day <= end), Fraction(0))
    places = places_of(days.values())
    digits = places + 18
    rest, low, high, learned, method, coverage, replays = outlook(days, digits)
    total = lambda part: text(actual) if part == 0 else text(actual + Fraction(part, 10**digits), max(2, places))
    amounts = [None if part is None else total(part) for part in (rest, low, high)]
    found.append([*key, None if is_unknown else text(actual), *amounts, learned, method, text(coverage, 1), replays])
json.dump(found, sys.stdout)
