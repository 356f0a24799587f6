import { addDays, addMonths } from '../../src/days.ts';
import type { Random } from './random.ts';
import { dayCount, firstDay, labelledMetric, metric } from './world.ts';

/** The same question for the program and for DuckDB. */
export interface Question {
  readonly words: readonly string[];
  /** Files that the words name. */
  readonly files?: Readonly<Record<string, string>>;
  /** Columns in the order of `fields`, or the rows that the script answers from; `costs` has the rows. */
  readonly sql: string;
  /** The rows in another currency; without it, as they are. */
  readonly costs?: string;
  /** Whether the action converts currencies. */
  readonly converts?: false;
  /** Words for a script in Python, next to the rows. */
  readonly script?: { readonly name: string; readonly words: Readonly<Record<string, string>> };
  readonly fields: readonly string[];
  /** When the service is asked, if not at the time of the mirror. */
  readonly at?: string;
  /** Rows of the program's result that are compared. */
  readonly keep?: (row: Readonly<Record<string, unknown>>) => boolean;
}

/** Rounds n / d to a whole number, half to even. */
export const macros = `
create or replace macro half_even(n, d) as (
  case when n < 0 then -1 else 1 end * (
    abs(n) // d + case
      when 2 * (abs(n) % d) > d or (2 * (abs(n) % d) = d and (abs(n) // d) % 2 = 1) then 1
      else 0
    end
  )
);
create or replace macro units(amount) as (
  cast(replace(cast(cast(amount as decimal(38, 24)) as varchar), '.', '') as hugeint)
);
create or replace macro nearest(quotient, rest, d) as (
  quotient + case when 2 * rest > d or (2 * rest = d and quotient % 2 = 1) then 1 else 0 end
);
create or replace macro hundredfold(n, d) as (
  nearest(
    n // d * 10000 + n % d * 100 // d * 100 + n % d * 100 % d * 100 // d,
    n % d * 100 % d * 100 % d,
    d
  )
);
create or replace macro tenfold(k) as (cast('1' || repeat('0', k) as hugeint));
create or replace macro first_place(n, d) as ([k for k in range(3, 38) if 2 * n > d // tenfold(k)][1]);
create or replace macro first_digit(n, d, k) as (nearest(n * tenfold(k) // d, n * tenfold(k) % d, d));
create or replace macro little(n, d) as (
  repeat('0', first_place(n, d) - 1) || first_digit(n, d, first_place(n, d))
);
create or replace macro percent_of(n, d, hundredths) as (
  case
    when n = 0 then '0'
    when hundredths = 0 then '0.' || little(n * 100, d)
    when hundredths <> 10000 or n = d then cast(cast(hundredths as decimal(28, 0)) * 0.01 as varchar)
    when n < d then '99.99'
    else '100.' || little((n - d) * 100, d)
  end
);
create or replace macro percent(part, whole) as (
  case when whole = 0 then null else if(sign(part) * sign(whole) < 0, '-', '') || percent_of(
    abs(units(part)), abs(units(whole)), hundredfold(abs(units(part)), abs(units(whole)))
  ) end
);
create or replace macro unit_cost(cost, tenths) as (
  cast(half_even(units(cost) * 10, cast(tenths as hugeint) * 1000000000000000000)
    as decimal(30, 0)) * 0.000001
);
create or replace macro blank(value) as (
  case when value is null or trim(value) = '' then null else value end
);`;

export const sqlOf: Readonly<Record<string, string>> = {
  service: 'blank(service)',
  'tags.team': 'blank(team)',
  units: 'cast(units as varchar)',
};

export const questions: readonly ((random: Random) => Question)[] = [
  ...([summary, trend, compare, check, checkIncrease, coverage] as const),
  ...([allocate, unit, unitByLabel, list, anomalies, outlook] as const),
];

interface Span {
  readonly from: string;
  readonly to: string;
}

export function drawSpan(random: Random): Span {
  const first = random.below(dayCount);
  const last = Math.min(dayCount - 1, first + random.below(35));
  return { from: addDays(firstDay, first), to: addDays(firstDay, last) };
}

export const within = ({ from, to }: Span) => `day between '${from}' and '${to}'`;
/** Nothing is compared with a period without rows, whatever the conditions. */
export const hasRows = (span: Span) => `exists (select 1 from cost_rows where ${within(span)})`;
export const spanWords = ({ from, to }: Span) => ['--from', from, '--to', to];
export const text = (value: string) => `'${value.replaceAll("'", "''")}'`;

interface Filter {
  readonly words: string[];
  readonly sql: string;
}

export function drawWhere(random: Random): Filter {
  const conditions = Array.from({ length: random.below(3) }, () => drawCondition(random));
  return {
    words: conditions.flatMap(([condition]) => ['--where', condition]),
    sql: conditions.map(([, sql]) => ` and (${sql})`).join(''),
  };
}

function drawCondition(random: Random): readonly [condition: string, sql: string] {
  const word = random.pick(['db', 'web', 'shop', 'Storage', "it's", 'Straße', 'none']);
  const [column, name] = random.pick([
    ['service', 'service'],
    ['tags.team', 'team'],
  ] as const);
  const number = `${random.chance(0.2) ? '-' : ''}${random.below(600)}.${random.below(100)}`;
  const sign = random.pick(['>', '>=', '<', '<=']);
  const day = addDays(firstDay, random.below(dayCount));
  const part = random.pick(['E', 's', 'OP', 'ra']);
  return random.pick([
    [`${column}=${word}`, `coalesce(${name} = ${text(word)}, false)`],
    [`${column}!=${word}`, `${name} is distinct from ${text(word)}`],
    [`${column}=`, `blank(${name}) is null`],
    [`${column}!=`, `blank(${name}) is not null`],
    [`${column}~${part}`, `coalesce(contains(lower(${name}), lower(${text(part)})), false)`],
    [`${column}!~${part}`, `not coalesce(contains(lower(${name}), lower(${text(part)})), false)`],
    [`${column} in ${word},web`, `coalesce(${name} in (${text(word)}, 'web'), false)`],
    [`cost${sign}${number}`, `raw_cost ${sign} ${number}`],
    [`date${sign}${day}`, `day ${sign} '${day}'`],
    [`units${sign}${random.below(100)}`.replace(/\d+$/, '50'), `units ${sign} 50`],
  ]);
}

/** Columns to group by, as the program and as SQL have them. */
function drawBy(random: Random, most = 2): { words: string[]; names: string[]; sql: string[] } {
  const names = random.some(['service', 'tags.team', 'units'], most);
  return {
    words: names.length === 0 ? [] : ['--by', names.join(',')],
    names,
    sql: names.map((name) => sqlOf[name] ?? name),
  };
}

const firstMonth = firstDay.slice(0, 7);

function trend(random: Random): Question {
  const to = addDays(firstDay, random.below(dayCount));
  const by = drawBy(random, 1);
  const where = drawWhere(random);
  const from = addMonths(`${to.slice(0, 7)}-01`, -1);
  // A month before the first day has no column if the rows come from files.
  const months = [from, to].map((day) => day.slice(0, 7)).filter((one) => one >= firstMonth);
  const sums = months.map((month) => {
    const isIn = `strftime(day, '%Y-%m') = '${month}'`;
    // A month without any row has no cost, not zero.
    const hasRows = `exists (select 1 from cost_rows where ${isIn} and ${within({ from, to })})`;
    return `case when ${hasRows} then sum(case when ${isIn} then cost else 0 end) end`;
  });
  return {
    words: ['trend', '--months', '2', '--to', to, '--wide', ...by.words, ...where.words],
    fields: ['currency', ...by.names, ...months, 'total'],
    sql: `
      select ${['currency', ...by.sql, ...sums].join(', ')}, sum(cost)
      from costs where ${within({ from, to })}${where.sql}
      group by ${['currency', ...by.sql].join(', ')}`,
    keep: (row) => row['all'] !== true,
  };
}

function summary(random: Random): Question {
  const span = drawSpan(random);
  const by = drawBy(random);
  const where = drawWhere(random);
  const [granularity, period] = random.pick<readonly [readonly string[], string]>([
    [[], text(`${span.from}..${span.to}`)],
    [['--granularity', 'day'], 'cast(day as varchar)'],
    [['--granularity', 'week'], "strftime(day, '%G-W%V')"],
    [['--granularity', 'month'], "strftime(day, '%Y-%m')"],
  ]);
  const groups = [period, 'currency', ...by.sql];
  // One row is the whole of its period, and has no share.
  const hasShare = by.names.length + granularity.length > 0;
  const share = 'percent(total, sum(total) over (partition by g0, g1))';
  return {
    words: ['summary', ...spanWords(span), ...by.words, ...where.words, ...granularity],
    fields: ['period', 'currency', ...by.names, 'rows', 'total', ...(hasShare ? ['share'] : [])],
    sql: `
      with grouped as (
        select ${groups.map((one, place) => `${one} as g${place}`).join(', ')},
          count(*) as n, sum(cost) as total
        from costs where ${within(span)}${where.sql} group by all
      )
      select ${groups.map((_one, place) => `g${place}`).join(', ')}, n, total
        ${hasShare ? `, ${share}` : ''} from grouped`,
    keep: (row) => row['all'] !== true,
  };
}

function compare(random: Random): Question {
  const [after, before] = [drawSpan(random), drawSpan(random)];
  const by = drawBy(random);
  const where = drawWhere(random);
  const groups = ['currency', ...by.sql];
  const names = groups.map((_one, place) => `g${place}`);
  const side = (span: Span) => `
    select ${groups.map((one, place) => `${one} as g${place}`).join(', ')}, sum(cost) as total
    from costs where ${within(span)}${where.sql} group by all`;
  const joined = names.map((name) => `a.${name} is not distinct from b.${name}`).join(' and ');
  return {
    words: [
      ...['compare', ...spanWords(after), '--against', `${before.from}..${before.to}`],
      ...by.words,
      ...where.words,
    ],
    fields: ['currency', ...by.names, 'before', 'after', 'change', 'changePercent'],
    sql: `
      with a as (${side(after)}), b as (${side(before)}),
        held as (select ${hasRows(after)} as a, ${hasRows(before)} as b)
      select ${names.map((name) => `coalesce(a.${name}, b.${name})`).join(', ')},
        case when held.b then coalesce(b.total, 0) end,
        case when held.a then coalesce(a.total, 0) end,
        case when held.a and held.b then coalesce(a.total, 0) - coalesce(b.total, 0) end,
        case when b.total is null or not held.a then null
          else percent(coalesce(a.total, 0) - b.total, abs(b.total)) end
      from a full join b on ${joined}, held`,
    keep: (row) => row['all'] !== true,
  };
}

/** Groups over a limit; one currency, so that nothing is refused. */
function check(random: Random): Question {
  const span = drawSpan(random);
  const by = drawBy(random, 1);
  const limit = random.below(2000);
  const groups = ['currency', ...by.sql];
  return {
    words: [
      ...['check', ...spanWords(span), '--max-total', String(limit), ...by.words],
      ...['--allow-empty', '--allow-stale', 'all', '--where', 'currency=USD'],
    ],
    fields: ['currency', ...by.names, 'total', 'result'],
    sql: `
      select ${groups.join(', ')}, sum(cost), 'exceeded' from costs
      where ${within(span)} and currency = 'USD'
      group by all having sum(cost) > ${limit}`,
    // If nothing exceeds the limit, the closest group is shown.
    keep: (row) => row['result'] === 'exceeded',
  };
}

/** Groups that rose too much; one currency. */
function checkIncrease(random: Random): Question {
  const [after, before] = [drawSpan(random), drawSpan(random)];
  const by = drawBy(random, 1);
  const tenths = random.below(1200);
  const least = random.pick([0, random.below(300)]);
  const groups = ['currency', ...by.sql];
  const names = groups.map((_one, place) => `g${place}`);
  const side = (span: Span) => `
    select ${groups.map((one, place) => `${one} as g${place}`).join(', ')}, sum(cost) as total
    from costs where ${within(span)} and currency = 'USD' group by all`;
  // Without any row before, no change is known.
  const shown = (figure: string) => `case when ${hasRows(before)} then ${figure} end`;
  const joined = names.map((name) => `a.${name} is not distinct from b.${name}`).join(' and ');
  return {
    words: [
      ...['check', ...spanWords(after), '--against', `${before.from}..${before.to}`],
      ...[
        '--max-increase',
        String(tenths / 10),
        ...(least === 0 ? [] : ['--min-change', String(least)]),
      ],
      ...[...by.words, '--allow-empty', '--allow-stale', 'all', '--where', 'currency=USD'],
    ],
    fields: ['currency', ...by.names, 'total', 'before', 'change', 'changePercent'],
    sql: `
      with a as (${side(after)}), b as (${side(before)}),
      pairs as (
        select ${names.map((name) => `coalesce(a.${name}, b.${name}) as ${name}`).join(', ')},
          coalesce(a.total, 0) as total, coalesce(b.total, 0) as earlier,
          coalesce(a.total, 0) - coalesce(b.total, 0) as change,
          case when b.total is null then null
            else percent(coalesce(a.total, 0) - b.total, abs(b.total)) end as rise
        from a full join b on ${joined}
      )
      select ${names.join(', ')}, total, ${['earlier', 'change', 'rise'].map(shown).join(', ')} from pairs
      where change > 0 and change >= ${least}
        and (earlier = 0 or units(change) * 1000 > abs(units(earlier)) * ${tenths})`,
    keep: (row) => row['result'] === 'exceeded',
  };
}

function coverage(random: Random): Question {
  const span = drawSpan(random);
  const by = drawBy(random, 1);
  const where = drawWhere(random);
  const groups = ['currency', ...by.sql];
  const has = 'blank(team) is not null';
  return {
    words: [
      ...['coverage', ...spanWords(span), '--require', 'tags.team'],
      ...by.words,
      ...where.words,
    ],
    fields: [
      ...['currency', ...by.names, 'positiveCost', 'covered', 'uncovered', 'percent'],
      ...['rows', 'rowsCovered', 'credits'],
    ],
    sql: `
      select ${groups.join(', ')},
        coalesce(sum(cost) filter (not is_credit), 0),
        coalesce(sum(cost) filter (not is_credit and ${has}), 0),
        coalesce(sum(cost) filter (not is_credit and not ${has}), 0),
        percent(
          coalesce(sum(cost) filter (not is_credit and ${has}), 0),
          coalesce(sum(cost) filter (not is_credit), 0)
        ),
        count(*), count(*) filter (${has}),
        coalesce(sum(cost) filter (is_credit), 0)
      from costs where ${within(span)}${where.sql} group by ${groups.map((_g, place) => place + 1).join(', ')}`,
    keep: (row) => row['all'] !== true,
  };
}

/** How a rule weighs targets: the words of the rule, and SQL of currency, target and weight. */
function drawWeights(random: Random, span: Span): { rule: string; sql: string } {
  const targets = ['web', 'shop', 'new'];
  const listed = random.chance(0.5);
  const to = listed ? `, to: [${targets.join(', ')}]` : '';
  const values = targets.map((target) => `(${text(target)})`).join(', ');
  const each = `(select distinct currency from own) cross join (values ${values}) as t(target)`;
  const fixed = targets.map((target) => [target, random.below(4)] as const);
  const seats = `(select team, sum(amount) as weight from seats
    where ${within(span)} group by team)`;
  return random.pick([
    {
      rule: `by: fixed, weights: {${fixed.map(([target, weight]) => `${target}: ${weight}`).join(', ')}}`,
      sql: `select currency, target, weight from (select distinct currency from own)
        cross join (values ${fixed.map(([target, weight]) => `(${text(target)}, ${weight})`).join(', ')}) as t(target, weight)`,
    },
    {
      rule: `by: even${to}`,
      sql: listed
        ? `select currency, target, 1 as weight from ${each}`
        : 'select currency, target, 1 as weight from direct where target is not null',
    },
    {
      rule: `by: cost${to}, negative: zero`,
      sql: `select currency, target, direct as weight from direct
        where target ${listed ? `in (${targets.map(text).join(', ')})` : 'is not null'}`,
    },
    {
      rule: `by: metric:${labelledMetric}/team${to}`,
      sql: `select currency, team as target, weight from (select distinct currency from own)
        cross join ${seats} ${listed ? `where team in (${targets.map(text).join(', ')})` : ''}`,
    },
  ]);
}

/** One rule that shares the cost of a service: the largest remainders, ties by name. */
function allocate(random: Random): Question {
  const span = drawSpan(random);
  const shared = random.pick(['db', 'web', 'Storage']);
  const weights = drawWeights(random, span);
  return {
    words: [
      ...['allocate', ...spanWords(span), '--by', 'tags.team'],
      ...['--rules', 'rules.yaml', '-w', 'wsp_1'],
    ],
    files: { 'rules.yaml': `- {match: [service=${shared}], ${weights.rule}}\n` },
    fields: ['target', 'currency', 'direct', 'allocated', 'total'],
    sql: `
      with own as (select *, service = ${text(shared)} as is_shared from costs where ${within(span)}),
      direct as (
        select currency, blank(team) as target, sum(cost) as direct
        from own where not is_shared group by all
      ),
      weights as (${weights.sql})
      select 'pool', currency, null, cast(sum(cost) as varchar), max(places)
      from own where is_shared group by currency
      union all select 'direct', currency, target, cast(direct as varchar), null from direct
      union all select 'weight', currency, target, cast(weight as varchar), null from weights`,
    script: { name: 'allocate.py', words: {} },
  };
}

/** Cost over the value of a metric, by day, with six digits. */
function unit(random: Random): Question {
  const span = drawSpan(random);
  return {
    words: [
      ...['unit', ...spanWords(span), '--metric', metric, '-w', 'wsp_1'],
      ...['--where', 'currency=USD'],
    ],
    fields: ['period', 'cost', 'value', 'unitCost'],
    sql: `
      with spent as (
        select day, sum(cost) as cost from costs
        where ${within(span)} and currency = 'USD' group by day
      ),
      told as (select * from metric_values where ${within(span)})
      select cast(coalesce(s.day, t.day) as varchar), coalesce(cost, ${zeroOn('t.day')}),
        cast(tenths as decimal(28, 0)) * 0.1,
        case when cost is null or tenths is null or tenths = 0 then null
          else unit_cost(cost, tenths) end
      from spent s full join told t on s.day = t.day`,
    keep: (row) => /^\d{4}-\d{2}-\d{2}$/.test(String(row['period'])),
  };
}

/** What a day without rows that count cost: nothing if it has others, otherwise that is not known. */
function zeroOn(day: string): string {
  return `case when ${day} in (select day from cost_rows) then 0 end`;
}

/** The same by a label: a row for each day and label, and one for each label, of what both sides have. */
function unitByLabel(random: Random): Question {
  const span = drawSpan(random);
  const quotient = (cost: string, value: string) => `
    case when ${value} is null or ${value} = 0 then null
      else unit_cost(${cost}, ${value} * 10) end`;
  return {
    words: [
      ...['unit', ...spanWords(span), '--metric', labelledMetric, '-w', 'wsp_1'],
      ...['--by', 'team=tags.team', '--where', 'currency=USD'],
    ],
    fields: [
      ...['period', 'team', 'currency', 'cost', 'value', 'unitCost'],
      ...['costLeftOut', 'valueLeftOut'],
    ],
    sql: `
      with spent as (
        select day, blank(team) as team, sum(cost) as cost from costs
        where ${within(span)} and currency = 'USD' group by all
      ),
      counted as (
        select day, team, sum(amount) as amount from seats where ${within(span)} group by all
      ),
      cells as (
        select coalesce(s.day, c.day) as day, coalesce(s.team, c.team) as team, cost, amount,
          case when coalesce(s.team, c.team) is null
            or exists (select 1 from spent where spent.team = coalesce(s.team, c.team)) then 'USD' end as currency
        from spent s full join counted c on s.day = c.day and s.team = c.team
      ),
      labels as (
        select team, currency, coalesce(sum(cost), 0) as cost, coalesce(sum(amount), 0) as amount,
          coalesce(sum(cost) filter (amount <> 0), 0) as divided,
          coalesce(sum(amount) filter (cost is not null), 0) as divisor,
          count(amount) > 0 as has_values, count(cost) > 0 as has_cost
        from cells group by all
      )
      select cast(day as varchar), team, currency, coalesce(cost, ${zeroOn('cells.day')}), amount,
        case when cost is null then null else ${quotient('cost', 'amount')} end, null, null
      from cells
      union all
      select '${span.from}..${span.to}', team, currency,
        case when ${hasRows(span)} then cost end,
        case when has_values then divisor end,
        case when has_cost and has_values then ${quotient('divided', 'divisor')} end,
        cost - divided, amount - divisor
      from labels`,
    keep: (row) => row['all'] !== true,
  };
}

/** Days that deviate, with what they are compared with. */
function anomalies(random: Random): Question {
  const first = 20 + random.below(28);
  const from = addDays(firstDay, first);
  const to = addDays(from, random.below(dayCount - first));
  const by = drawBy(random, 1);
  const where = drawWhere(random);
  const score = random.pick(['3.5', '1', '0.5', '10']);
  const minImpact = random.pick(['', '0', '50', '300.5']);
  const settled = addDays(firstDay, dayCount - 3);
  const isUnsettled = from > settled || random.chance(0.5);
  return {
    words: [
      ...['anomalies', ...spanWords({ from, to }), ...by.words, ...where.words],
      ...['--score', score, ...(minImpact === '' ? [] : ['--min-impact', minImpact])],
      ...(isUnsettled ? ['--include-unsettled'] : []),
    ],
    fields: [
      ...['day', 'currency', ...by.names, 'state', 'actual', 'expected', 'difference'],
      ...['score', 'deviation', 'shift'],
    ],
    sql: `
      select day, currency${by.sql.map((one) => `, ${one}`).join('')}, cost from costs
      where day between cast('${from}' as date) - 56 and '${to}'${where.sql}
      union all
      select distinct day, null${by.sql.map(() => ', null').join('')}, null from cost_rows
      where day between cast('${from}' as date) - 56 and '${to}'`,
    script: {
      name: 'anomalies.py',
      words: { from, to, score, minImpact, lastJudged: isUnsettled ? to : settled },
    },
  };
}

/** What a month will cost, asked on one of its days or later. */
function outlook(random: Random): Question {
  const by = drawBy(random, 1);
  const where = drawWhere(random);
  const isAtOther = random.chance(0.7);
  const today = addDays(firstDay, isAtOther ? dayCount - 8 + random.below(20) : dayCount);
  const month = addMonths(`${today.slice(0, 7)}-01`, -Math.max(0, random.below(6) - 4));
  const level = random.pick(['80', '50', '95', '99']);
  const monthEnd = addDays(addMonths(month, 1), -1);
  return {
    words: [
      // Which last days are partial is judged by tests of their own.
      ...['outlook', '--month', month.slice(0, 7), '--level', level, '--max-lag', '0'],
      ...[...by.words, ...where.words],
    ],
    ...(isAtOther ? { at: `${today}T12:00:00Z` } : {}),
    fields: [
      ...['currency', ...by.names, 'actual', 'expected', 'low', 'high'],
      ...['learned', 'method', 'coverage', 'replays'],
    ],
    sql: `
      select day, currency${by.sql.map((one) => `, ${one}`).join('')}, cost from costs
      where day >= '${addMonths(month, -6)}' and day < '${today}' and day <= '${monthEnd}'${where.sql}
      union all
      select distinct day, null${by.sql.map(() => ', null').join('')}, null from cost_rows
      where day >= '${addMonths(month, -6)}' and day < '${today}' and day <= '${monthEnd}'`,
    script: { name: 'outlook.py', words: { month, monthEnd, today, level } },
    keep: (row) => row['all'] !== true,
  };
}

/** The rows that meet conditions. */
function list(random: Random): Question {
  const span = drawSpan(random);
  const where = drawWhere(random);
  return {
    words: ['list', ...spanWords(span), ...where.words],
    converts: false,
    fields: ['date', 'service', 'units', 'cost'],
    sql: `
      select cast(day as varchar), service, units, cost from costs
      where ${within(span)}${where.sql}`,
  };
}
