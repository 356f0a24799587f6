import Big from 'big.js';
import fc from 'fast-check';
import { RowScanner } from '../../src/json/bulk/rows.ts';
import {
  addDecimals,
  formatDecimal,
  multiplyDecimals,
  parseDecimal,
} from '../../src/json/decimal.ts';
import { parseJson } from '../../src/json/parse.ts';
import { stringifyJson } from '../../src/json/stringify.ts';
import { bodyText, damagedBody } from '../json/arbitraries.ts';
import { fastTexts, plainTexts } from '../json/both-paths.ts';
import { createDraw, type Fuzzer, strange, textFuzzer } from './draw.ts';

const digits = [
  '0',
  '00',
  '1',
  '9',
  '5',
  '12345678901234567890',
  '-',
  '+',
  '.',
  'e',
  'E',
  'e-',
  'e+',
];
const jsonPieces = [
  ...['{', '}', '[', ']', ',', ':', '"', '"a"', '"__proto__"', '\\', '\\u00', '\\ud83d', '\\n'],
  ...[
    'null',
    'true',
    'false',
    'NaN',
    '1',
    '-0',
    '1.0',
    '1e5',
    '0.1000',
    '01',
    '{"a":1}',
    '[1,2.50]',
  ],
  ...[' ', '\n', '\t', '\r'],
];

/** Both read it and agree, or both refuse it; and it is written unchanged. */
function checkNumber(text: string): string | undefined {
  const plain = attempt(() => JSON.parse(text));
  const exact = attempt(() => parseJson(text));
  if (plain === undefined || exact === undefined) {
    return plain === exact ? undefined : 'one of the two refuses it';
  }
  return stringifyJson(exact.value) === text.trim() ? undefined : 'other digits';
}

function checkJson(text: string): string | undefined {
  const plain = attempt(() => JSON.parse(text));
  const exact = attempt(() => parseJson(text));
  if (plain === undefined || exact === undefined) {
    return plain === exact ? undefined : 'one of the two refuses it';
  }
  const again = JSON.stringify(JSON.parse(stringifyJson(exact.value)));
  return again === JSON.stringify(plain.value) ? undefined : 'another document';
}

function attempt<Value>(work: () => Value): { value: Value } | undefined {
  try {
    return { value: work() };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function checkSum(text: string): string | undefined {
  const [one = '', other = ''] = text.split(' ');
  const [a, b] = [parseDecimal(one), parseDecimal(other)];
  if (a === undefined || b === undefined) return 'refused';
  const [x, y] = [new Big(one), new Big(other)];
  const sum = new Big(formatDecimal(addDecimals(a, b))).eq(x.plus(y));
  const product = new Big(formatDecimal(multiplyDecimals(a, b))).eq(x.times(y));
  return sum && product ? undefined : 'another sum or product';
}

const decimalDigits = ['0', '1', '5', '9', '99', '000', '123456789012345678901234567890'];

function rowFuzzer(name: string, cases: number, bodies: fc.Arbitrary<Buffer>): Fuzzer {
  return {
    name,
    cases,
    play: (count, seed) => {
      const scanners = [new RowScanner(), new RowScanner(0)];
      const same = (body: Buffer) => {
        const plain = JSON.stringify(plainTexts(body));
        return scanners.every((scanner) => JSON.stringify(fastTexts(scanner, body)) === plain);
      };
      fc.assert(fc.property(bodies, same), { numRuns: count, seed });
    },
  };
}

export const jsonFuzzers: readonly Fuzzer[] = [
  textFuzzer(
    'numbers: as JSON.parse, digit by digit',
    400_000,
    ({ text }) => text(digits, 6),
    checkNumber,
  ),
  textFuzzer('documents: as JSON.parse', 200_000, ({ text }) => text(jsonPieces, 12), checkJson),
  textFuzzer(
    'decimals: sums and products as big.js',
    100_000,
    (draw) => {
      const number = () => {
        const sign = draw.pick(['', '-']);
        const fraction = draw.pick(['', '.']);
        const places = fraction === '' ? '' : `7${draw.text(decimalDigits, 3)}`;
        return `${sign}3${draw.text(decimalDigits, 3)}${fraction}${places}`;
      };
      return `${number()} ${number()}`;
    },
    checkSum,
  ),
  rowFuzzer(
    'rows from bytes: as by JSON.parse and objects',
    20_000,
    bodyText.map((text) => Buffer.from(text)),
  ),
  rowFuzzer('damaged rows: refused where JSON.parse refuses', 30_000, damagedBody),
  {
    name: 'rows of random bytes: refused or read, never a fault',
    cases: 100_000,
    play: (count, seed) => {
      const draw = createDraw(seed);
      const scanner = new RowScanner(0);
      for (let played = 0; played < count; played += 1) {
        const text = `{"data":[${draw.text([...jsonPieces, ...strange], 8)}]}`;
        const plain = plainTexts(Buffer.from(text));
        const refused = attempt(() => scanner.scan(Buffer.from(text))) === undefined;
        if (refused !== (plain === 'refused')) throw new Error(`otherwise refused: ${text}`);
      }
    },
  },
];
