import { addParameters } from '../../src/api/page-links.ts';
import { fileOptions } from '../../src/commands/metrics/file-options.ts';
import { readBody } from '../../src/commands/request-options.ts';
import type { Context } from '../../src/context.ts';
import { keyValue } from '../../src/declaration/kind.ts';
import { CostctlError } from '../../src/errors.ts';
import { setPath } from '../../src/json/merge.ts';
import { stringifyJson } from '../../src/json/stringify.ts';
import { separatedLine } from '../../src/output/table-rows.ts';
import { takeText } from '../metrics/helpers.ts';
import { type Fuzzer, textFuzzer } from './draw.ts';

const keyPieces = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  '.',
  '.',
  'a',
  '0',
  '=',
  '',
];
const noContext: Context = Object.create(null);

/** Keys of any name become the body's own, and no object else has them. */
async function checkKey(key: string): Promise<string | undefined> {
  const before = Object.getOwnPropertyNames(Object.prototype).join();
  const text = `${key}=x`;
  try {
    const body = await readBody(noContext, {
      set: [text],
      setJson: [`${text === '=x' ? 'b' : key}={"__proto__":{"polluted":1}}`],
    });
    const written = stringifyJson(body ?? {});
    const [first = ''] = (key.split('=')[0] ?? '').split('.');
    if (!Object.hasOwn(JSON.parse(written), first)) return `the body is ${written}`;
  } catch (error) {
    if (!(error instanceof CostctlError)) return String(error);
  }
  setPath({ a: { b: 1 } }, key, 'x');
  const polluted = Reflect.get({}, 'polluted') !== undefined || Reflect.get({}, 'x') !== undefined;
  const after = Object.getOwnPropertyNames(Object.prototype).join();
  return polluted || after !== before ? 'Object.prototype was changed' : undefined;
}

const namePieces = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '.',
  'a',
  ' ',
  '"',
  'é',
];

/** `--param` of any name is sent under that name. */
function checkParameter(name: string): string | undefined {
  const parsed = keyValue().parse(`${name}=x`);
  if (!('value' in parsed)) return name === '' ? undefined : 'refused';
  const query = addParameters(new URLSearchParams(), Object.fromEntries([parsed.value]));
  return query.get(name) === 'x' && query.size === 1 ? undefined : `sent as ${query}`;
}

const plain = { spreadsheetSafe: false, terminal: false, format: 'csv' } as const;

/** A column or a label of any name is read under that name, from a table and from JSON. */
async function checkColumn(drawn: string): Promise<string | undefined> {
  const name = `${drawn.trim()}_`;
  const row = JSON.stringify({ date: '2026-01-01', amount: 1 }).slice(0, -1);
  const label = `${JSON.stringify(name)}:"eu"`;
  const labels = { labelColumns: [name] };
  const mapped = readMap(`amount=${name.replaceAll(/[,"]/g, '')}`);
  const table = (cells: readonly string[]) => separatedLine(cells, plain);
  const texts = [
    await takeText(`${row},${label}}`, { ...labels, format: 'ndjson' }),
    await takeText(`${row},"labels":{${label}}}`, { ...labels, format: 'ndjson' }),
    await takeText(table(['date', 'amount', name]) + table(['2026-01-01', '1', 'eu']), {
      ...labels,
      format: 'csv',
    }),
  ].map(({ values }) => values.join());
  const due = `{"date":"2026-01-01","amount":"1","labels":{${label}}}`;
  const other = texts.find((text) => text !== due);
  if (other !== undefined) return `read as ${other} instead of ${due}`;
  const header = table(['date', mapped['amount'] ?? '', 'region']);
  const { values } = await takeText(`${header}2026-01-01,1,eu\n`, { map: mapped, format: 'csv' });
  return values.length === 1 && isClean() ? undefined : `--map read it as ${values}`;
}

function readMap(text: string): Readonly<Record<string, string>> {
  const { kind, collect } = fileOptions.map;
  const checked = kind?.parse(text) ?? { problem: 'no kind' };
  return ('value' in checked ? collect([checked.value]) : undefined) ?? {};
}

function isClean(): boolean {
  return Object.keys(Object.prototype).length === 0 && Reflect.get({}, 'eu') === undefined;
}

export const nameFuzzers: readonly Fuzzer[] = [
  textFuzzer(
    '--set of any key: own properties alone',
    30_000,
    ({ text }) => text(keyPieces, 6),
    checkKey,
  ),
  textFuzzer(
    '--param of any name: sent as it is',
    30_000,
    ({ text }) => text(namePieces, 4),
    checkParameter,
  ),
  textFuzzer(
    'columns, labels and --map of any name: read as they are',
    10_000,
    ({ text }) => text(namePieces, 4),
    checkColumn,
  ),
];
