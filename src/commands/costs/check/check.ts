import { operations } from '../../../api/operations.ts';
import { command } from '../../../command.ts';
import { inputFile } from '../../../declaration/kind.ts';
import { flagOf } from '../../../declaration/line.ts';
import { type Input, optional } from '../../../declaration/option.ts';
import { either, listOf } from '../../../declaration/result.ts';
import { metricId, periodNames } from '../../../declaration/shared.ts';
import { usageError } from '../../../errors.ts';
import { limitKind } from '../../decimal-kind.ts';
import { analysisOptions } from '../analysis-input.ts';
import { againstOptions } from '../compare.ts';
import { byOption } from '../options.ts';
import { gateOptions } from '../presence.ts';
import { budgetRow } from './budget-view.ts';
import { checkBudgets } from './budgets.ts';
import { checkCosts } from './check-costs.ts';
import { limitRow } from './check-view.ts';
import { checkServiceBudgets } from './service-budgets.ts';

const amount = limitKind('amount', '1234.56');

/** With or without a percent sign. */
const percentage = limitKind('percent', '20', /%$/);

const options = {
  ...analysisOptions,
  maxTotal: optional(amount, 'highest allowed total'),
  maxIncrease: optional(percentage, 'highest allowed increase over the period before, in percent'),
  maxDecrease: optional(percentage, 'highest allowed decrease from the period before, in percent'),
  maxUnit: optional(amount, 'highest allowed cost of one unit of --metric'),
  metric: optional(metricId, 'the business metric of --max-unit'),
  minChange: optional(amount, 'ignore changes smaller than this'),
  ...againstOptions,
  by: byOption('the limits apply to each group: COL[,COL] (repeatable)'),
  ...gateOptions,
  budgets: optional(
    inputFile,
    'check the budgets of a YAML file, or "service": those of the service',
    {
      excludes: [
        ...['maxTotal', 'maxIncrease', 'maxDecrease', 'maxUnit', 'metric', 'minChange'],
        ...['against', 'perDay', 'by'],
        ...periodNames,
      ],
      whyAlone: 'each budget has a period and conditions of its own, which the file names',
    },
  ),
};

export const check = command({
  words: 'costs check',
  purpose: 'Check costs against limits: exit 11 if one is exceeded',
  operation: operations.getCosts,
  check: true,
  workspace: true,
  options,
  details: `Shows what exceeds a limit or, if nothing does, the group closest to each limit (with --quiet, nothing). The current
UTC day is left out unless --include-today is given. Nothing passes on missing data (exit 9): days without rows
(--allow-empty accepts them), or a provider whose rows end, have gaps or are only part of what is usual
(--allow-stale); the two weeks before each period show what is usual. A new group counts as an increase, a group that
is gone as a decrease. A change over its limit that missing or late rows may explain is exit 9 as well: a decrease if
the period lacks rows, an increase if the period before does. --max-unit judges the unit cost: the cost of the days
with a value other than zero, divided by the values of --metric; the value of a day whose cost is usually still to
come is left out. If a column of --by is named like a label of the metric, or ends with its name, and has a value of
it, each group is divided by its own values, as by costs unit --by; otherwise by all values. A day with cost but
without a value is exit 9 too, unless --allow-empty is given. Several currencies need --convert-to.
-o markdown suits a job summary.

The file of --budgets is a list. Each budget has name, amount and currency and, if needed, where (conditions like
those of --where), period (month, quarter or year), warn (percentages) and on: outlook, which judges the cost that
is expected for the whole period:

  - {name: team web, amount: 5000, currency: USD, where: [tags.team=web], warn: [80, 100]}

--budgets service judges the budgets that the service itself holds, by its own figures, once its document is
imported (costctl api import); for a file of that name write ./service.`,
  result: () => either(listOf(limitRow), listOf(budgetRow)),
  examples: [
    'costctl costs check --last 7d --max-total 100000 --convert-to USD',
    'costctl costs check --budgets budgets.yaml --convert-to USD',
    'costctl costs check --last 3d --max-increase 900 --min-change 5000 --by service --convert-to EUR -q',
  ],
  run: (session, input) => {
    if (input.budgets === 'service') return checkServiceBudgets(session, input);
    if (input.budgets !== undefined) return checkBudgets(session, input.budgets, input);
    requireLimits(input);
    return checkCosts(session, input);
  },
});

function requireLimits(input: Input<typeof options>): void {
  const { maxTotal, maxIncrease, maxDecrease, maxUnit, metric } = input;
  if ((maxUnit === undefined) !== (metric === undefined)) {
    throw usageError(
      maxUnit === undefined ? '--metric needs --max-unit' : '--max-unit needs --metric',
      'give both: --max-unit AMOUNT --metric ID',
    );
  }
  if ([maxTotal, maxUnit, maxIncrease, maxDecrease].every((limit) => limit === undefined)) {
    throw usageError(
      'there is nothing to check',
      'give --budgets FILE, --max-total, --max-unit, --max-increase or --max-decrease',
    );
  }
  if (maxIncrease !== undefined || maxDecrease !== undefined) return;
  const idle = (['minChange', 'against', 'perDay'] as const).find(
    (key) => input[key] !== undefined,
  );
  if (idle !== undefined) {
    throw usageError(`${flagOf(idle)} needs --max-increase or --max-decrease`);
  }
}
