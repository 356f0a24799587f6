// How good `costs outlook` and `costs anomalies` are, beside the usual methods: naive, seasonal naive,
// Holt-Winters and a robust STL of statsmodels (Debian: python3-statsmodels). Each figure is the worst
// of the seeds. How often an interval was right is measured with more seeds and more shapes.
// `node test/bench/decisions/methods.js [SEEDS [SEEDS_OF_INTERVALS]]`; exits 1 if a bar does not hold.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { importBundled } from '../bundled.js';
import { createRandom, dayAt, drawSeries, moreShapes, shapes } from './shapes.js';

const seeds = Array.from({ length: Number(process.argv[2] ?? 5) }, (_, place) => 1001 + place);
const { createForecaster, findAnomalies, parseDecimal, toNumber } = await importBundled(
  `export { createForecaster } from './forecast.ts';
export { findAnomalies } from './find-anomalies.ts';
export { toNumber } from './result-rows.ts';
export { parseDecimal } from '../json/decimal.ts';`,
  'src/questions',
);

const level = 80;
/** Month ends are estimated on these days of the last months of a year. */
const asOf = [6, 11, 16, 21, 26];
const firstDay = '2025-11-01';
const dayCount = 395;
/** Months before: a day that happened once weighs most in a short history. */
const monthsLearned = { usual: 6, 'one-off': 2 };
const intervalSeeds = Number(process.argv[3] ?? 200);

if (intervalSeeds > 0) compareIntervals();

const python = findPython();
if (python === undefined) {
  console.log('statsmodels is missing: nothing was compared (Debian: python3-statsmodels)');
  process.exit(0);
}

const estimates = seeds.flatMap((seed) =>
  Object.keys(shapes).flatMap((shape) =>
    drawCases(shape, seed).map((one) => ({ ...one, shape, seed })),
  ),
);
const anomalies = seeds.flatMap((seed) =>
  ['flat', 'growing', 'weekly', 'a step', 'credits', 'month-start fees'].map((shape) =>
    plant(shape, seed),
  ),
);
const theirs = askStatsmodels();
compareEstimates();
compareAnomalies();

/** Estimates in numbers. */
function forecast({ from, amounts }, left, share) {
  const decimals = amounts.map((amount) => parseDecimal(String(amount)));
  const { rest, interval } = createForecaster({ from, amounts: decimals }, share)(left);
  const { low, high, coverage } = interval;
  return {
    rest: toNumber(rest),
    interval: { low: toNumber(low), high: toNumber(high), coverage: toNumber(coverage) },
  };
}

/** A history as the program reads it, the days that are left of the month, and what they cost. */
function drawCases(shape, seed) {
  const amounts = drawSeries(shape, { seed, from: firstDay, count: dayCount });
  const days = amounts.map((_, place) => dayAt(firstDay, place));
  return ['2026-08', '2026-09', '2026-10', '2026-11'].flatMap((month) =>
    asOf.map((date) => {
      const start = days.indexOf(`${month}-01`);
      const end = start + date - 1;
      const last = days.findLastIndex((day) => day.startsWith(month));
      const back = new Date(`${month}-01`);
      back.setUTCMonth(back.getUTCMonth() - (monthsLearned[shape] ?? monthsLearned.usual));
      const from = days.indexOf(back.toISOString().slice(0, 10));
      return {
        from: days[from],
        history: amounts.slice(from, end),
        days: last - end + 1,
        actual: sum(amounts.slice(end, last + 1)),
        whole: sum(amounts.slice(start, last + 1)),
        left: { from: days[end], to: days[last] },
      };
    }),
  );
}

/** How often the actual total was inside, and how often the interval itself says so. */
function compareIntervals() {
  console.log(`\ninside an interval of ${level} %, seeds 50001 to ${50_000 + intervalSeeds}`);
  console.log(`${''.padEnd(24)}inside   stated   width in % of the month's total`);
  const shares = Object.keys(moreShapes).map((shape) => {
    const judged = Array.from({ length: intervalSeeds }, (_, seed) =>
      drawCases(shape, 50_001 + seed),
    )
      .flat()
      .map(({ from, history, actual, whole, left }) => {
        const { interval } = forecast({ from, amounts: history }, left, level);
        const { low, high, coverage } = interval;
        return {
          inside: actual >= low && actual <= high ? 100 : 0,
          stated: coverage,
          width: (100 * (high - low)) / whole,
        };
      });
    const [inside, stated, width] = ['inside', 'stated', 'width'].map((name) =>
      mean(judged.map((one) => one[name])),
    );
    console.log(
      `${shape.padEnd(24)}${inside.toFixed(1).padStart(6)}${stated.toFixed(1).padStart(9)}${width.toFixed(1).padStart(8)}`,
    );
    return inside;
  });
  console.log(
    `inside, of all shapes: ${Math.min(...shares).toFixed(1)} to ${Math.max(...shares).toFixed(1)}`,
  );
}

/** Half a year with a few days that stand out in its second half. */
function plant(shape, seed) {
  const count = 180;
  const first = 90;
  const amounts = drawSeries(shape, { seed: seed * 7 + 1, from: firstDay, count });
  const random = createRandom(seed * 13 + 5);
  const planted = new Map();
  while (planted.size < 6) {
    const place = first + Math.floor(random() * (count - first));
    const factor = planted.size % 3 === 2 ? 0.3 : 1.6 + random() * 1.5;
    if (!planted.has(place)) planted.set(place, factor);
  }
  for (const [place, factor] of planted) amounts[place] *= factor;
  return { shape, seed, first, planted: [...planted.keys()], amounts, score: 3.5 };
}

function askStatsmodels() {
  const input = JSON.stringify({
    estimates: estimates.map(({ history, days }) => ({ history, days })),
    anomalies: anomalies.map(({ amounts, first, score }) => ({ amounts, first, score })),
  });
  const script = fileURLToPath(new URL('statsmodels-methods.py', import.meta.url));
  const { status, stdout, stderr } = spawnSync(python, [script], { input, maxBuffer: 1e8 });
  if (status !== 0) throw new Error(`${python} ended with ${status}: ${stderr}`);
  return JSON.parse(stdout);
}

function compareEstimates() {
  const judged = estimates.map((one, place) => {
    const { from, history, days, actual, left } = one;
    const ours = forecast({ from, amounts: history }, left, level);
    const week = Array.from({ length: days }, (_, ahead) => history.at((ahead % 7) - 7));
    return {
      ...one,
      errors: {
        costctl: ours.rest - actual,
        naive: history.at(-1) * days - actual,
        'seasonal naive': sum(week) - actual,
        'Holt-Winters': theirs.estimates[place] - actual,
      },
    };
  });
  const methods = ['costctl', 'naive', 'seasonal naive', 'Holt-Winters'];
  console.log(
    `\nerror of the month's total in %, the worst of seeds ${seeds[0]} to ${seeds.at(-1)}`,
  );
  console.log(`${''.padEnd(18)}${methods.map((one) => one.padStart(15)).join('')}`);
  const worstOf = (shape, method) =>
    Math.max(
      ...seeds.map((seed) =>
        mean(
          judged
            .filter((one) => one.shape === shape && one.seed === seed)
            .map(({ errors, whole }) => (100 * Math.abs(errors[method])) / whole),
        ),
      ),
    );
  for (const shape of Object.keys(shapes)) {
    const figures = methods.map((method) => worstOf(shape, method).toFixed(2).padStart(15));
    console.log(`${shape.padEnd(18)}${figures.join('')}`);
    const best = Math.min(...methods.slice(1).map((method) => worstOf(shape, method)));
    say(`error, ${shape}, over the best of the others`, worstOf(shape, 'costctl') / best, 1.5);
  }
}

function compareAnomalies() {
  console.log(`\nplanted anomalies, the worst of seeds ${seeds[0]} to ${seeds.at(-1)}`);
  console.log(`${''.padEnd(18)}costctl precision  recall   robust STL precision  recall`);
  const found = anomalies.map((one) => ({ ...one, days: findDays(one) }));
  for (const shape of new Set(found.map((one) => one.shape))) {
    const figures = [(_, one) => one.days, (place) => theirs.anomalies[place]].map((daysOf) => {
      const all = found.flatMap((one, place) =>
        one.shape === shape ? [score(daysOf(place, one), one.planted)] : [],
      );
      return ['precision', 'recall'].map((name) => Math.min(...all.map((one) => one[name])));
    });
    const cells = figures.flat().map((one) => one.toFixed(2));
    console.log(
      `${shape.padEnd(18)}${cells[0].padStart(17)}${cells[1].padStart(8)}${cells[2].padStart(23)}${cells[3].padStart(8)}`,
    );
  }
}

function findDays({ amounts, first }) {
  const groups = amounts.map((amount, place) => ({
    day: dayAt(firstDay, place),
    values: [],
    currency: null,
    rows: 1,
    faults: 0,
    total: parseDecimal(amount.toFixed(2)),
  }));
  const range = { from: dayAt(firstDay, first), to: dayAt(firstDay, amounts.length - 1) };
  return findAnomalies(groups, { range, by: [], score: 3.5, minImpact: undefined }).map(({ day }) =>
    Math.round((Date.parse(day) - Date.parse(firstDay)) / 86_400_000),
  );
}

function score(found, planted) {
  const right = found.filter((day) => planted.includes(day)).length;
  return {
    precision: found.length === 0 ? 1 : right / found.length,
    recall: right / planted.length,
  };
}

function say(name, figure, bar) {
  const holds = figure <= bar;
  if (!holds) process.exitCode = 1;
  console.log(
    `  ${name}: ${figure.toFixed(2)} x (at most ${bar}: ${holds ? 'holds' : 'DOES NOT HOLD'})`,
  );
}

function findPython() {
  return [process.env.PYTHON, 'python3', '/usr/bin/python3']
    .filter((one) => one !== undefined)
    .find((one) => spawnSync(one, ['-c', 'import statsmodels']).status === 0);
}

function sum(numbers) {
  return numbers.reduce((total, one) => total + one, 0);
}

function mean(numbers) {
  return sum(numbers) / numbers.length;
}
