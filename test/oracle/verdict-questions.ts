import { addDays, addMonths } from '../../src/days.ts';
import { drawSpan, drawWhere, type Question, spanWords, sqlOf } from './questions.ts';
import type { Random } from './random.ts';
import { firstDay, now } from './world.ts';

export const verdictQuestions = [budgets, freshness] as const;

const today = now.slice(0, 10);

/** One to three budgets in one file, some of them judged by what is expected. */
function budgets(random: Random): Question {
  const drawn = Array.from({ length: 1 + random.below(3) }, (_one, place) => {
    const where = drawWhere(random);
    const own = {
      name: `budget ${place}`,
      amount: `${1 + random.below(random.pick([500, 20_000, 1_000_000]))}.${1 + random.below(9)}`,
      period: random.pick(['month', 'quarter', 'year']),
      on: random.pick(['actual', 'outlook']),
      warn: random.some(['10', '50', '66.6', '90', '120'], 3),
    };
    const conditions = where.words.filter((word) => word !== '--where');
    return {
      own,
      text: JSON.stringify({ ...own, currency: 'USD', where: conditions, mayBeEmpty: true }),
      where,
    };
  });
  const parts = drawn.map(
    ({ where }, place) => `
      select ${place} as number, day, sum(cost) as cost from costs
      where day < '${today}' and day >= '${addMonths('2026-01-01', -6)}'
        and currency = 'USD'${where.sql} group by day`,
  );
  return {
    words: [
      ...['check', '--budgets', 'budgets.yaml', '--allow-empty', '--allow-stale', 'all'],
      // Which last days are partial is judged by tests of their own.
      ...['--where', 'currency=USD', '--max-lag', '0'],
    ],
    files: { 'budgets.yaml': drawn.map(({ text }) => `- ${text}\n`).join('') },
    // A mirror does not hold the whole year.
    ...(drawn.some(({ own }) => own.period === 'year') ? { at: now } : {}),
    fields: ['budget', 'state', 'period', 'actual', 'outlook', 'limit', 'share', 'warned'],
    sql: [
      ...parts,
      `select distinct -1, day, null from cost_rows where day < '${today}' and day >= '${addMonths('2026-01-01', -6)}'`,
    ].join(' union all '),
    script: {
      name: 'budgets.py',
      words: { today, budgets: JSON.stringify(drawn.map(({ own }) => own)) },
    },
  };
}

/** Which services or teams have their rows. */
function freshness(random: Random): Question {
  const drawn = drawSpan(random);
  // A mirror of files may know nothing of the days before.
  const from = [addDays(firstDay, 14), drawn.from].sort().at(-1) ?? drawn.from;
  const span = { from, to: [from, drawn.to].sort().at(-1) ?? from };
  const where = drawWhere(random);
  const column = random.pick(['service', 'tags.team']);
  const lag = String(random.pick([2, 0, 1, 5]));
  return {
    words: [
      ...['freshness', ...spanWords(span), '--source-column', column, '--max-lag', lag],
      ...where.words,
    ],
    converts: false,
    fields: ['source', 'firstDay', 'lastDay', 'missingDays', 'usualRows', 'share', 'verdict'],
    sql: `
      select day, ${sqlOf[column]} as source, currency, count(*),
        coalesce(sum(cost) filter (not is_credit), 0), coalesce(bool_or(true${where.sql}), false)
      from costs where day between '${addDays(from, -14)}' and '${span.to}' group by all`,
    script: { name: 'freshness.py', words: { ...span, today, lag } },
  };
}
