"""Estimates and anomalies of statsmodels, for methods.js: JSON on stdin, JSON on stdout."""

import json
import sys
import warnings

import numpy
from statsmodels.tsa.holtwinters import ExponentialSmoothing
from statsmodels.tsa.seasonal import STL

warnings.simplefilter("ignore")


def holt_winters(case):
    """The sum of the next days: damped additive trend, additive season of a week."""
    model = ExponentialSmoothing(
        numpy.array(case["history"], dtype=float),
        trend="add",
        damped_trend=True,
        seasonal="add",
        seasonal_periods=7,
        initialization_method="estimated",
    )
    return float(model.fit().forecast(case["days"]).sum())


def stl(case):
    """The days whose remainder after a robust STL has a score above the bound and is large enough."""
    amounts = numpy.array(case["amounts"], dtype=float)
    fit = STL(amounts, period=7, robust=True).fit()
    rest = fit.resid
    spread = numpy.median(numpy.abs(rest - numpy.median(rest)))
    expected = fit.trend + fit.seasonal
    found = []
    for day in range(case["first"], len(amounts)):
        size = abs(rest[day])
        score = numpy.inf if spread == 0 else 0.6745 * size / spread
        if score >= case["score"] and size >= 0.2 * abs(expected[day]) and size > 0.005:
            found.append(day)
    return found


given = json.load(sys.stdin)
json.dump(
    {
        "estimates": [holt_winters(case) for case in given["estimates"]],
        "anomalies": [stl(case) for case in given["anomalies"]],
    },
    sys.stdout,
)
