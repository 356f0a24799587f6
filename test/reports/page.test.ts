import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { HtmlValidate } from 'html-validate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPage, type Page } from '../helpers/browser.ts';
import { type Row, serveCosts } from '../helpers/costs.ts';
import { has, needs } from '../helpers/needs.ts';
import { daysOf, hostile, hostileRow, type RowMaker } from '../helpers/report.ts';
import { createFolder, run } from '../helpers/run.ts';
import { drawCases } from '../helpers/runs.ts';

const folder = createFolder();
const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
writeFileSync(join(folder, 'logo.png'), Buffer.from(picture, 'base64'));
writeFileSync(
  join(folder, 'budgets.yaml'),
  '- {name: "<b>All</b>", amount: 100, currency: USD, warn: [80], where: ["currency=USD"]}\n',
);
writeFileSync(join(folder, 'rules.yaml'), '- {match: [service~pipe], to: tags.team, by: cost}\n');

const options = [
  ...['--budgets', join(folder, 'budgets.yaml'), '--rules', join(folder, 'rules.yaml')],
  ...['--title', '<h1>Title</h1>', '--logo', join(folder, 'logo.png')],
];

/** A report on hostile values, and one on the data of the sandbox. */
const pages: Readonly<Record<string, string>> = {
  hostile: await write('hostile', options, hostileRow),
  sandbox: await write('sandbox', [
    ...['--convert-to', 'USD', '--metric', 'bmt_orders', '--logo', join(folder, 'logo.png')],
    ...['--where', 'workspaceId=wsp_storefront'],
  ]),
  'two currencies': await write('two', ['--locale', 'ar-EG', '--sections', 'total,daily,by']),
  'long names': await write('long', ['--locale', 'de-DE', '--months', '2'], longNames),
  'every digit': await write('exact', [
    '--convert-to',
    'EUR',
    '--exact',
    '--sections',
    'total,changes,months,by',
    '--months',
    '2',
  ]),
};

/** Large amounts, names without a place where a line may end, and two that run from right to left. */
function longNames(day: string, number: number): Row {
  const turned = ['تجارة', "ג'"];
  const name = turned[number] ?? `${number}${'wordless'.repeat(30)}`;
  const cost = day === '2026-10-20' ? 5000 : day < '2026-10-01' ? 10 : 40 - number;
  const amount = `${cost}00000000.25`;
  return {
    date: day,
    service: name,
    accountName: name,
    tags: { team: name },
    cost: amount,
    currency: 'IDR',
  };
}

async function write(name: string, more: readonly string[], make?: RowMaker): Promise<string> {
  const path = join(folder, `${name}.html`);
  const line = ['costs', 'report', '--month', '2026-10', '-q', '-O', path, ...more];
  const days = make && daysOf('2026-04-01', '2026-11-14', hostile.length, make);
  const world = days === undefined ? { folder } : { service: serveCosts(days), folder };
  const argv = days === undefined ? ['--sandbox', ...line] : line;
  const { stderr, exitCode } = await run(argv, world);
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  return path;
}

describe.each(Object.entries(pages))('the page of %s', (_name, path) => {
  const html = readFileSync(path, 'utf8');

  test('is one small file without scripts, inline styles and external addresses', () => {
    expect(Buffer.byteLength(html)).toBeLessThan(1_000_000);
    expect(html).toMatch(
      /content="default-src 'none'; style-src 'sha256-[^']+'; img-src data:; base-uri 'none'; form-action 'none'"/,
    );
    expect(html).toContain('<meta name="referrer" content="no-referrer">');
    const tags = html.match(/<[a-z][^>]*>/g) ?? [];
    for (const tag of tags) {
      expect(tag).not.toMatch(/^<(script|iframe|object|embed|link|form|base|a)\b/);
      expect(tag).not.toMatch(/\s(style|on\w+|href|srcset|action)=/);
      expect(tag).not.toMatch(/\ssrc="(?!data:image\/)/);
    }
  });

  test('names each section by its heading', () => {
    const headings = [...html.matchAll(/<h2 id="([^"]+)"/g)].map(([, id]) => id);
    const sections = [...html.matchAll(/ aria-labelledby="([^"]+)"/g)].map(([, id]) => id);
    expect(sections.length).toBeGreaterThan(2);
    expect(sections).toEqual(headings);
    expect(new Set(headings).size).toBe(headings.length);
  });

  test('says in words which of several charts each is', () => {
    for (const section of html.split('<section').slice(1)) {
      const charts = [...section.matchAll(/<figure>.*?<\/figure>/gs)].map(([chart]) => chart);
      const names = charts.map((chart) => chart.match(/ aria-label="([^"]+)"/)?.[1]);
      const shown = charts.map((chart) =>
        chart.match(/<figcaption[^>]*>(.+?)<\/figcaption>/)?.[1]?.replace(/<\/?bdi>/g, ''),
      );
      expect(new Set(names).size).toBe(charts.length);
      expect(shown).toEqual(charts.length > 1 ? names : charts.map(() => undefined));
    }
  });

  test('is valid HTML', async () => {
    const validator = new HtmlValidate({ extends: ['html-validate:recommended'] });
    const { results } = await validator.validateString(html);
    const found = results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message, line }) => `${line}: ${ruleId}: ${message}`),
    );
    expect([...new Set(found)].slice(0, 10)).toEqual([]);
  });
});

test('a name that runs from right to left does not turn the amounts after it', () => {
  const html = readFileSync(pages['long names'] ?? '', 'utf8');
  expect(html).toMatch(/<li><bdi>تجارة<\/bdi> \+[\d.,]+\u00a0IDR/);
  expect(html).toMatch(/<li><bdi>ג&#39;<\/bdi> \+[\d.,]+\u00a0IDR/);
  const arabic = readFileSync(pages['two currencies'] ?? '', 'utf8');
  const [, lead] = /<p>([^<]*<bdi>.*? days, .*?)<\/p>/.exec(arabic) ?? [];
  const [october, september] = ['أكتوبر ٢٠٢٦', 'سبتمبر ٢٠٢٦'];
  const both = [october, '٣١', september, '٣٠'].map((one) => `<bdi>${one}</bdi>`);
  expect(lead).toBe(`${both[0]} has ${both[1]} days, and ${both[2]} has ${both[3]}.`);
  const plain = [...arabic.matchAll(/<title>.*?<\/title>| aria-label="[^"]*"/g)].join(' ');
  expect(plain).toContain('٢٠٢٦');
  expect(plain).not.toContain('bdi');
});

test('a name may have any number of words', async () => {
  const words = (day: string, number: number): Row => ({
    date: day,
    service: day === '2026-10-20' && number === 0 ? 'a '.repeat(150_000) : 'b',
    cost: '1.25',
    currency: 'USD',
  });
  const path = await write('words', ['--sections', 'by', '--by', 'service'], words);
  expect(readFileSync(path, 'utf8')).toContain('a a a');
});

test('hostile values are shown as text', () => {
  const html = readFileSync(pages['hostile'] ?? '', 'utf8');
  for (const value of hostile) {
    if (/[<>"']/.test(value)) expect(html).not.toContain(value);
  }
  expect(html).toContain('&lt;script&gt;');
  expect(html).toContain('\\u{202e}evil');
});

describe('in a browser', () => {
  needs('chromium');
  let page: Page;
  const require = createRequire(import.meta.url);
  const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

  const rows = Object.entries(pages).map(([name, path], row) => [name, path, row] as const);

  describe.each(rows)('the page of %s', (name, path, row) => {
    beforeAll(async () => {
      if (!has('chromium')) return;
      page = await openPage('chromium', pathToFileURL(path).href);
    });
    afterAll(async () => {
      if (has('chromium')) await page.close();
    });

    test('loads no other files and causes no browser errors', () => {
      expect(page.requested).toEqual([]);
      expect(page.complaints).toEqual([]);
    });

    test('its content policy allows its own styles', async () => {
      const color = await page.evaluate(
        "getComputedStyle(document.querySelector('rect.main') ?? document.body).fill",
      );
      expect(color).toBe('rgb(31, 95, 153)');
    });

    test('runs no script, even if one is added', async () => {
      const title = await page.evaluate(`(() => {
        const script = document.createElement('script');
        script.textContent = 'document.title = "broken"';
        document.body.append(script);
        script.remove();
        return document.title;
      })()`);
      expect(title).not.toBe('broken');
      // The refusal itself is a complaint.
      expect(page.complaints).toHaveLength(1);
    });

    const looks: readonly (readonly [string, number])[] = [
      ['light', 1280],
      ['dark', 390],
    ];

    test.each(drawCases(looks, row))(
      'is accessible, %s and %i pixels wide',
      async (scheme, width) => {
        await page.emulate({ 'prefers-color-scheme': scheme });
        await page.resize(width);
        await page.evaluate(`window.axe ?? (() => { ${axe} })(), undefined`);
        const found = await page.evaluate(`axe.run().then(({ violations }) =>
        violations.map(({ id, help, nodes }) => id + ': ' + help + ' ' + nodes[0].html.slice(0, 200)))`);
        expect(found).toEqual([]);
      },
    );

    test.each([1280, 390, 320])('does not scroll sideways at %i pixels', async (width) => {
      await page.resize(width);
      const [wide, room] = ['scrollWidth', 'clientWidth'].map((one) =>
        page.evaluate(`document.documentElement.${one}`),
      );
      expect(await wide).toBe(await room);
    });

    test.each([1280, 800, 390])('shows whole tables at %i pixels', async (width) => {
      await page.resize(width);
      const cut = await page.evaluate(`[...document.querySelectorAll('section > .scroll')]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map((one) => one.querySelector('caption').textContent)`);
      // Without spaces, some values are longer than a line.
      expect(['hostile', 'long names', 'every digit'].includes(name) ? [] : cut).toEqual([]);
    });

    test('fits on paper', async () => {
      await page.emulate({}, 'print');
      // The width of A4 between its margins.
      await page.resize(680);
      const cut = await page.evaluate(`[...document.querySelectorAll('h2, p, li, caption, .scroll')]
        .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth)
        .map((one) => [one.className, one.scrollWidth, one.textContent.slice(0, 200)].join(' '))`);
      expect(cut).toEqual([]);
      await page.emulate({});
    });

    test('indents every line of a name that is part of a row above', async () => {
      await page.resize(320);
      const atMargin =
        await page.evaluate(`[...document.querySelectorAll('.part')].flatMap((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        const [first, ...others] = range.getClientRects();
        return others.filter(({ left }) => left < first.left + 10).map(() => one.textContent);
      })`);
      expect(atMargin).toEqual([]);
      const parts = await page.evaluate("document.querySelectorAll('.part').length");
      expect(Number(parts) > 0).toBe(name !== 'two currencies');
    });

    test('names the columns that a narrow window has no room for', async () => {
      const unseen = `[...document.querySelectorAll('.scroll, .hidden')].flatMap((one) =>
        one.className === 'hidden'
          ? (one.checkVisibility() ? [one.textContent] : [])
          : [...one.querySelectorAll('thead th')].filter((th) => !th.checkVisibility()).map((th) => th.textContent))`;
      await page.evaluate(
        "document.querySelectorAll('details').forEach((one) => { one.open = true; })",
      );
      await page.resize(390);
      const found = await page.evaluate(unseen);
      const texts: readonly unknown[] = Array.isArray(found) ? found : [];
      const notes = texts.filter((one) => String(one).startsWith('Only on a wider screen'));
      const names = texts.filter((one) => !notes.includes(one));
      expect(names.length).toBeGreaterThan(0);
      for (const one of names) expect(notes.join(' ')).toContain(one);
      await page.resize(1280);
      expect(await page.evaluate(unseen)).toEqual([]);
    });

    test('prints its collapsed tables', async () => {
      await page.emulate({}, 'print');
      const hidden = await page.evaluate(
        "[...document.querySelectorAll('details table')].filter((one) => one.offsetHeight === 0 || !one.checkVisibility({ contentVisibilityAuto: true })).length",
      );
      expect(hidden).toBe(0);
      await page.emulate({});
    });

    test('has one headline, and shows hostile values as text', async () => {
      const text = String(await page.evaluate('document.body.textContent'));
      const isPlain = (value: string) => !/\p{Cc}|\p{Cf}/u.test(value);
      const expected = name === 'hostile' ? hostile.filter(isPlain) : [];
      for (const value of expected) expect(text).toContain(value);
      expect(await page.evaluate("document.querySelectorAll('h1').length")).toBe(1);
    });
  });
});
