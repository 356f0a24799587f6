import { addDays } from '../../src/days.ts';
import type { Question } from './questions.ts';
import type { Random } from './random.ts';
import { dayCount, firstDay, now, ratesFile } from './world.ts';

/** The same question about dollars and euros, which become dollars at rates of a file. */
export function inDollars(question: Question, random: Random): Question {
  if (question.converts === false) return question;
  const rateDay = addDays(firstDay, random.below(dayCount));
  const [words, factor, places = 4] = random.pick<
    readonly [words: readonly string[], factor: string, places?: number]
  >([
    [[], 'rate'],
    [['--rate-date', rateDay], `(select rate from rates where day = '${rateDay}')`],
    [['--rate-method', 'month-average'], mean, 18],
    [['--rate-method', 'month-end'], `arg_max(rate, day) over (partition by ${month})`],
  ]);
  const own = question.words.filter(
    (word, place, all) => word !== 'currency=USD' && all[place + 1] !== 'currency=USD',
  );
  const today = (question.at ?? now).slice(0, 10);
  return {
    ...question,
    words: [
      ...own,
      ...['--where', 'currency in USD,EUR', '--convert-to', 'USD', '--rates', ratesFile],
      ...words,
    ],
    // Of the running month, the days that there are.
    costs: `
      with factors as (
        select day as rate_day, cast(${factor} as decimal(20, 18)) as factor
        from rates where day < '${today}'
      )
      select * exclude (rate_day, factor) replace (
          cast(cast(cost as decimal(16, 6)) * case
            when currency = 'USD' then cast(1 as decimal(20, 18)) else factor end
            as decimal(38, 24)) as cost,
          places + case when currency = 'USD' then 0 else ${places} end as places,
          'USD' as raw_currency, 'USD' as currency
        ), cost as raw_cost
      from cost_rows join factors on rate_day = day where currency in ('USD', 'EUR')`,
  };
}

const month = "strftime(day, '%Y-%m')";
const mean = `cast(half_even(
  cast(sum(rate) over (partition by ${month}) * 10000 as hugeint) * 100000000000000,
  count(*) over (partition by ${month})
) as decimal(20, 0)) * cast(0.000000000000000001 as decimal(18, 18))`;
