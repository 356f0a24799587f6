"""A shared cost among targets, once more: the largest remainders, ties by name; JSON in and out."""

import json
import sys
from decimal import Decimal, getcontext

getcontext().prec = 200
asked = json.load(sys.stdin)
pools, direct, weights = {}, {}, {}
for kind, currency, target, amount, places in asked["rows"]:
    if kind == "pool":
        pools[currency] = (Decimal(amount), int(places))
    elif kind == "direct":
        direct[currency, target] = Decimal(amount)
    elif Decimal(amount) > 0:
        weights.setdefault(currency, {})[target] = Decimal(amount)

given = {}
for currency, (pool, places) in pools.items():
    wanted = weights.get(currency)
    if not wanted:
        given[currency, "(unallocated)"] = pool
        continue
    units = int(abs(pool).scaleb(places))
    digits = max(-min(weight.as_tuple().exponent, 0) for weight in wanted.values())
    whole = {target: int(weight.scaleb(digits)) for target, weight in wanted.items()}
    parts = {target: divmod(units * weight, sum(whole.values())) for target, weight in whole.items()}
    spare = units - sum(part for part, _ in parts.values())
    order = sorted(parts, key=lambda target: (-parts[target][1], target))
    for place, target in enumerate(order):
        part = parts[target][0] + (1 if place < spare else 0)
        given[currency, target] = Decimal(part).scaleb(-places).copy_sign(pool)

found = []
for key in {**direct, **given}:
    own, shared = direct.get(key, Decimal(0)), given.get(key, Decimal(0))
    found.append([key[1], key[0], *(format(amount, "f") for amount in (own, shared, own + shared))])
json.dump(found, sys.stdout)
