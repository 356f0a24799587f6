import { addDays } from '../../src/days.ts';
import {
  drawSpan,
  drawWhere,
  hasRows,
  type Question,
  spanWords,
  sqlOf,
  text,
  within,
} from './questions.ts';
import type { Random } from './random.ts';
import { dayCount, firstDay, metric } from './world.ts';

export const changeQuestions = [explain, reconcile, trendUnit] as const;

/** The causes that are sums: new and gone groups, and credits; they and the others add up to the change. */
function explain(random: Random): Question {
  const after = drawSpan(random);
  const before = {
    from: addDays(after.from, -1 - random.below(35)),
    to: addDays(after.from, -1),
  };
  const drawn = random.some(['service', 'tags.team', 'units'], 2);
  const names = drawn.length === 0 ? ['service'] : drawn;
  const where = drawWhere(random);
  const groups = ['currency', ...names.map((name) => sqlOf[name] ?? name)];
  const keys = groups.map((_one, place) => `g${place}`).join(', ');
  const areKnown = `${hasRows(after)} and ${hasRows(before)}`;
  const cause = (name: string, rows: string) => `
    select g0, '${name}', sum(side * cost) from keyed where ${rows}
    group by g0 having sum(side * cost) <> 0`;
  return {
    words: [
      ...['explain', ...spanWords(after), '--against', `${before.from}..${before.to}`],
      ...['--by', names.join(','), ...where.words, '--quantity-column', 'none'],
    ],
    fields: ['currency', 'cause', 'amount'],
    sql: `
      with sides as (
        select ${groups.map((one, place) => `${one} as g${place}`).join(', ')}, cost, is_credit,
          case when ${within(after)} then 1 else -1 end as side
        from costs where (${within(after)} or ${within(before)})${where.sql} and ${areKnown}
      ),
      keyed as (
        select *, bool_or(side = 1) over (partition by ${keys}) as is_present,
          bool_or(side = -1) over (partition by ${keys}) as was_there
        from sides
      )
      ${cause('all', 'true')} union all ${cause('new', 'not was_there')}
      union all ${cause('gone', 'not is_present')}
      union all ${cause('credits', 'was_there and is_present and is_credit')}`,
    keep: ({ cause: name, depth, amount }) =>
      Number(amount) !== 0 &&
      (depth === 0 || (depth === 1 && ['new', 'gone', 'credits'].includes(String(name)))),
  };
}

/** An invoice without credits, of services that rows have or lack. */
function reconcile(random: Random): Question {
  const span = drawSpan(random);
  const lines = random
    .some(['db', 'web', 'Storage', 'Straße', "it's", 'planes'], 5)
    .map((service) => [service, `${1 + random.below(4000)}.${10 + random.below(89)}`] as const);
  const invoice = lines.length === 0 ? ([['db', '1.5']] as const) : lines;
  const tolerance = random.pick(['', '0', '150', '2000.5']);
  return {
    files: {
      'invoice.csv': `service,amount,currency\n${invoice.map(([service, amount]) => `${service},${amount},USD\n`).join('')}`,
    },
    words: [
      ...['reconcile', 'invoice.csv', ...spanWords(span), '--by', 'service'],
      ...['--where', 'currency=USD', '--where', 'cost>0'],
      ...(tolerance === '' ? [] : ['--tolerance', tolerance]),
    ],
    converts: false,
    fields: ['service', 'currency', 'invoice', 'rows', 'difference', 'class'],
    sql: `
      with billed (service, invoice) as (
        values ${invoice.map(([service, amount]) => `(${text(service)}, cast(${amount} as decimal(30, 6)))`).join(', ')}
      ),
      counted as (
        select service, sum(cost) as counted from costs
        where ${within(span)} and currency = 'USD' and cost > 0 group by service
      ),
      both_sides as (
        select coalesce(b.service, c.service) as service, invoice, counted,
          coalesce(invoice, 0) - coalesce(counted, 0) as difference
        from billed b full join counted c on b.service = c.service
      )
      select service, 'USD', coalesce(invoice, 0), coalesce(counted, 0), difference,
        case when difference = 0 then 'matched'
          when abs(difference) <= ${tolerance === '' ? '0.01' : tolerance} then 'rounding'
          when counted is null then 'missing in the rows'
          when invoice is null then 'missing in the invoice'
          else 'amount differs' end
      from both_sides`,
  };
}

/** The unit cost of each day, in a column of its own. */
function trendUnit(random: Random): Question {
  const length = 1 + random.below(6);
  const last = length - 1 + random.below(dayCount - length + 1);
  const days = Array.from({ length }, (_one, place) =>
    addDays(firstDay, last - length + 1 + place),
  );
  const [from = firstDay, to = firstDay] = [days[0], days.at(-1)];
  const cells = days.map((day) => `max(case when day = '${day}' then unit end)`);
  return {
    words: [
      ...['trend', '--days', String(length), '--to', to, '--wide', '--where', 'currency=USD'],
      ...['--metric', metric, '-w', 'wsp_1'],
    ],
    fields: days,
    sql: `
      with spent as (
        select day, sum(cost) as cost from costs
        where ${within({ from, to })} and currency = 'USD' group by day
      ),
      units as (
        select s.day, case when tenths is null or tenths = 0 then null
          else unit_cost(cost, tenths) end as unit
        from spent s left join metric_values t on s.day = t.day
      )
      select ${cells.join(', ')} from units having count(*) > 0`,
    keep: (row) => row['figure'] === 'unit cost',
  };
}
