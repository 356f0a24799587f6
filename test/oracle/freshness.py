"""Whether the rows of each source are there, once more, as docs/decisions.md says: JSON in and out."""

import json
import sys
from datetime import date, timedelta
from decimal import ROUND_FLOOR, ROUND_HALF_EVEN, Decimal, getcontext
from statistics import median, median_low

getcontext().prec = 200
asked = json.load(sys.stdin)
first, last, today = (date.fromisoformat(asked[name]) for name in ("from", "to", "today"))
day_after = lambda day, days: day + timedelta(days)
period = [day_after(first, days) for days in range((last - first).days + 1)]
read = [day_after(first, back) for back in range(-14, 0)] + period
settled = day_after(today, -1 - int(asked["lag"]))

counts, costs, present = {}, {}, set()
for day, source, currency, rows, cost, is_met in asked["rows"]:
    day = date.fromisoformat(day)
    own = counts.setdefault(source, {})
    own[day] = own.get(day, 0) + int(rows)
    costs[source, currency, day] = Decimal(cost)
    if is_met == "true":
        present.add(source)
currencies = {currency for _, currency, _ in costs}
any_row = {day for own in counts.values() for day in own}


def is_partial(source, day):
    own = counts[source]
    before = [one for week in range(1, 9) if (one := day_after(day, -7 * week)) in own]
    if day not in own or len(before) < 2 or own[day] * 4 >= median(own[one] for one in before):
        return False
    amount = lambda currency, one: costs.get((source, currency, one), Decimal(0))
    usual = {currency: median(amount(currency, one) for one in before) for currency in currencies}
    paid = [currency for currency in currencies if usual[currency] > 0]
    return bool(paid) and all(amount(one, day) * 4 < usual[one] for one in paid)


def judge(source):
    """The verdict, the days that it is about, and how many days of the period are missing."""
    own = counts[source]
    is_due = lambda day, known: day not in own and {day_after(day, -7), day_after(day, -14)} <= known
    due = [day for day in period if is_due(day, own.keys())]
    end = max(own)
    week = read[7:]
    if any(end < day <= settled and is_due(day, own.keys()) for day in week):
        known = set(own)
        for day in week:
            known |= {day} if is_due(day, known) else set()
        lost = known - set(own)
        return "stalled", [day for day in lost if end < day <= settled], len(lost & set(period))
    weak = [day for day in period if is_partial(source, day)]
    for verdict, days in ("gap", due), ("partial", weak):
        if old := [day for day in days if day <= settled]:
            return verdict, old, len(due)
    return "late" if due or weak else "ok", due + weak, len(due)


def is_day_off(day):
    """A weekday without rows in the two weeks on either side, two of which have rows on a third of the days around it."""
    others = [one for step in (-14, -7, 7, 14) if (one := day_after(day, step)) in read]
    around = lambda one: {day_after(one, step) for step in (-3, -2, -1, 1, 2, 3)} & set(read)
    is_usual = lambda one: 3 * len(around(one) & any_row) >= len(around(one))
    return not any_row & set(others) and sum(map(is_usual, others)) >= 2


def share(source, until):
    paid = [(key, cost) for key, cost in costs.items() if cost > 0 and key[2] < until]
    if len({currency for (_, currency, _), _ in paid}) != 1:
        return None
    own = sum(cost for (name, _, _), cost in paid if name == source)
    exact = own * 100 / sum(cost for _, cost in paid)
    for digits in range(2, 60):
        for rounding in (ROUND_HALF_EVEN, ROUND_FLOOR):
            shown = exact.quantize(Decimal(1).scaleb(-digits), rounding)
            if all((shown > limit) == (exact > limit) and (shown < limit) == (exact < limit) for limit in (0, 100)):
                return format(shown, "f")


found = []
verdicts = {source: judge(source) for source in counts}
until = min((day for _, days, _ in verdicts.values() for day in days), default=date.max)
for source in present:
    own, (verdict, _, missing) = counts[source], verdicts[source]
    name = "(none)" if source is None else source
    days = [str(min(own)), str(max(own))]
    found.append([name, *days, missing, median_low(own.values()), share(source, until), verdict])
gone = [day for day in period if day <= settled and day not in any_row and not is_day_off(day)]
# Without a row that meets the conditions, no day of the period is known.
if not present:
    gone = period
if gone:
    found.append(["(all)", None, None, len(gone), None, None, "missing"])
json.dump(found, sys.stdout)
