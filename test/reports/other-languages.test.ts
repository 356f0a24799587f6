import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addDays, eachDay, nameDays, periodName } from '../../src/days.ts';
import { plain, say, sayDays, sayPeriod } from '../../src/phrase.ts';
import { serveCosts } from '../helpers/costs.ts';
import { createFolder, run } from '../helpers/run.ts';
import { succeed } from '../helpers/screens.ts';

/** Rows of several sources in two currencies, with each fault that a report can name. */
function faultyRows() {
  const all = [...eachDay({ from: '2026-06-01', to: '2026-11-14' })];
  const days = all.map((day, place) => {
    const row = (provider: string, cost: number, more = {}) => {
      return {
        date: day,
        provider,
        service: `${provider} service`,
        cost,
        currency: 'USD',
        ...more,
      };
    };
    const isIn = (from: string, to: string) => day >= from && day <= to;
    const rows = [
      ...(isIn('2026-10-27', '2026-11-14') ? [] : [row('stalled', 1234.5)]),
      ...(isIn('2026-10-08', '2026-10-09') ? [] : [row('gap', 2345.25)]),
      ...Array.from({ length: isIn('2026-10-20', '2026-10-20') ? 1 : 12 }, () => row('part', 100)),
      row('whole', day === '2026-10-13' ? 98_765.4 : 4000 + (place % 3)),
      ...(place % 9 === 0 ? [row('whole', 5, { currency: null })] : []),
      ...(place % 7 === 0 ? [row('whole', 15_000, { currency: 'EUR' })] : []),
      ...(day === '2026-10-15' ? [row('whole', 1, { date: '2026-10-14' })] : []),
    ];
    // A day without any row.
    return [day, day === '2026-10-03' ? [] : rows] as const;
  });
  return Object.fromEntries(days);
}

const folder = createFolder();
const rules = join(folder, 'rules.yaml');
writeFileSync(rules, '- {name: idle, match: [service=none], to: [web], by: even}\n');
const budgets = join(folder, 'budgets.yaml');
const budget = 'amount: 12000, period: month';
writeFileSync(
  budgets,
  `- {name: mixed, ${budget}, currency: USD}
- {name: yen, ${budget}, currency: JPY, where: [provider=whole]}
- {name: gone, ${budget}, currency: USD, where: [provider=none]}
- {name: over, ${budget}, currency: USD, where: [provider=gap]}
- {name: quarterly, amount: 9000000, currency: USD, period: quarter, where: [provider=gap]}
- {name: yearly, amount: 9000000, currency: USD, period: year, where: [provider=gap]}
- {name: lacking, amount: 9000000, currency: USD, where: [provider=stalled]}
`,
);

async function readReport(locale: string, form: 'md' | 'html') {
  const path = join(folder, `${locale}.${form}`);
  const asked = `--by provider,service --rules ${rules} --allocate-by provider --budgets ${budgets} --require provider`;
  const line = `costs report --month 2026-10 --months 5 --top 2 ${asked} --locale ${locale} -O ${path}`;
  const { stderr } = await succeed(run(line, { folder, service: serveCosts(faultyRows()) }));
  const page = readFileSync(path, 'utf8');
  const text = page
    .replace(/<head>.*<\/head>|<rect[^>]*>|<line[^>]*>/gs, '')
    .replace(/<[^>]*aria-label="([^"]*)"[^>]*>/g, '$1')
    .replace(/<[^>]*>|&#39;|\\/g, ' ');
  // Names, hashes and addresses are the same in any language.
  const own = /SHA-256 of .*?: \S+|costctl \d\S*/g;
  return {
    text: text
      .replace(own, '')
      .split('\n')
      .map((line) => line.trim()),
    stderr,
  };
}

test.each(['md', 'html'] as const)(
  'a report in another language has no figure of the English notation: %s',
  async (form) => {
    const { text, stderr } = await readReport('fa-IR', form);
    expect(text.filter((line) => /[0-9]/.test(line))).toEqual([]);
    const german = await readReport('de-DE', form);
    const english = /\d{4}-\d\d|\d,\d{3}\b|\d\.\d\d?\b(?!\.)|\d+ %/;
    const isEnglish = (line: string) =>
      english.test(line.replaceAll(/\d\d\.\d\d\.\d{4}|\d,\d\d\u00a0%/g, ''));
    expect(german.text.filter(isEnglish)).toEqual([]);
    // The screen has them as every other command writes them.
    expect(german.stderr).toBe(stderr.replaceAll('fa-IR', 'de-DE'));
    expect(stderr).toContain('part has only part of its rows on 2026-10-20 (usually ');
    expect(stderr).toContain('no rows on 2026-10-03');
  },
);

test('a sentence is the same on the screen, however it is put together', () => {
  const sets = [[], ['2026-10-01'], ['2026-10-01', '2026-10-02', '2026-10-05']];
  const many = [0, 2, 4, 6, 8].map((place) => addDays('2026-10-01', place));
  for (const days of [...sets, many]) expect(plain(sayDays(days))).toBe(nameDays(days));
  const money = (value: string, currency: string | null) =>
    plain([{ kind: 'money', value, currency }]);
  expect([money('1234.5', 'USD'), money('1234.5', 'JPY'), money('1234.5', null)]).toEqual([
    '1,234.50 USD',
    '1,234 JPY',
    '1,234.50',
  ]);
  expect(plain(say`${say`${'a'}, ${{ kind: 'month', value: '2026-10' }}`}${''}`)).toBe(
    'a, October 2026',
  );
  const periods = ['2026-10-01..2026-10-31', '2026-07-01..2026-09-30', '2026-01-01..2026-12-31'];
  for (const period of [...periods, '2026-10-02..2026-10-31', '2026-10-02..2026-10-02']) {
    const [from = '', to = ''] = period.split('..');
    expect(plain(sayPeriod({ from, to }))).toBe(periodName({ from, to }));
  }
});
