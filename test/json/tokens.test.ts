import { describe, expect, test } from 'vitest';
import { RowScanner } from '../../src/json/bulk/rows.ts';
import { fastTexts, plainTexts } from './both-paths.ts';

const scanner = new RowScanner();
const start = '{"data":[{"a":'.length;

function scanValue(value: string) {
  return scanner.scan(Buffer.from(`{"data":[{"a":${value}}]}`));
}

/** Start, end and bits, relative to the value's first byte. */
function cellOf(value: string): readonly number[] {
  const [from = 0, to = 0, bits = 0] = scanValue(value).cells;
  return [from - start, to - start, bits];
}

test.each([
  ['null', 1],
  ['true', 2],
  ['false', 2],
  ['0', 4],
  ['-0', 4],
  ['-10.50', 4],
  ['1e5', 4],
  ['1E+15', 4],
  ['9.09e-10', 4],
  ['""', 8],
  ['"a"', 8],
  ['"\u007f"', 8],
  ['"é€😀"', 8],
  ['"a,b"', 40],
  ['"\\n"', 72],
  ['"\\"\\\\\\b\\f\\n\\r\\t"', 72],
  ['"\\nab"', 72],
  ['"\\n,"', 104],
  ['"\\/"', 200],
  ['"\\u0041"', 200],
  ['[]', 16],
  ['{}', 16],
  ['[1,"x",null,true]', 16],
  ['{"a":{"b":[]},"c":"a,b"}', 16],
  ['[ ]', 144],
  ['[1 ]', 144],
  ['[1, 2]', 144],
  ['[ 1,[]]', 144],
  ['{ }', 144],
  ['{"a" :1}', 144],
  ['{"a": 1}', 144],
  ['{"a":1 }', 144],
  ['{"a":1, "b":2}', 144],
  ['{"a":1,"a":2}', 144],
  ['{"b":1,"0":2}', 16],
  ['{"\\u0061":1}', 144],
  ['["\\u0061"]', 144],
  ['["\\/",1]', 144],
  ['[[ ],1]', 144],
  ['{"a":[ ],"b":1}', 144],
  ['{"a":"\\/","b":1}', 144],
])('scans %s completely and sets its bits to %i', (value, bits) => {
  expect(cellOf(value)).toEqual([0, Buffer.byteLength(value), bits]);
});

test('spaces in one value do not mark other values as loose', () => {
  const { cells } = scanner.scan(Buffer.from('{"data":[{"a":[ ],"b":[],"c":"x"}]}'));
  expect([cells[2], cells[5], cells[8]]).toEqual([144, 16, 8]);
});

describe('a special character in a string', () => {
  const marks = [
    ',',
    '\\"',
    '\\\\',
    '\\/',
    '\\t',
    '\\u0041',
    '\\u002C',
    '\\uD83D\\uDE00',
    'é',
    '€',
  ];
  const plain = '~ !#+-[]^abc';

  test('is noticed at any position', () => {
    const rows = marks.flatMap((mark) =>
      Array.from({ length: 60 }, (_, place) => {
        const text = `${plain.slice(0, place % 10)}${mark}${plain.slice(0, Math.floor(place / 10))}`;
        return `{"a":"${text}","b":${place}}`;
      }),
    );
    const body = Buffer.from(`{"data":[${rows.join()}]}`);
    expect(fastTexts(scanner, body)).toEqual(plainTexts(body));
    expect(scanner.scan(body).count).toBe(600);
  });

  test.each([0, 9, 10, 13, 31])('is refused if it is the control character %i', (code) => {
    for (let place = 0; place < 9; place += 1) {
      for (const after of ['', ',', 'abcdefg']) {
        const value = `"${'x'.repeat(place)}${String.fromCharCode(code)}${after}"`;
        expect(() => scanValue(value)).toThrow(
          new SyntaxError(`unexpected byte ${code} at byte ${start + 1 + place}`),
        );
      }
    }
  });

  test.each([...'!#$%&+-.09:<AZ[]^az{|}~'])('does not include %s', (character) => {
    for (let place = 0; place < 5; place += 1) {
      expect(cellOf(`"${'y'.repeat(place)}${character}zzzz"`)).toEqual([0, place + 7, 8]);
    }
  });

  test('is ignored after the closing quote', () => {
    for (let place = 0; place < 5; place += 1) {
      expect(cellOf(`"${'x'.repeat(place)}",",":"\\/,"`)).toEqual([0, place + 2, 8]);
    }
  });
});

test.each([...'09AFaf'])('accepts %s as an escape digit in all four places', (digit) => {
  for (let place = 0; place < 4; place += 1) {
    const digits = `${'1'.repeat(place)}${digit}${'1'.repeat(3 - place)}`;
    expect(cellOf(`"\\u${digits}"`)).toEqual([0, 8, 200]);
  }
});

test.each([...'/:@G`g" '])('refuses %j as an escape digit in all four places', (letter) => {
  for (let place = 0; place < 4; place += 1) {
    const digits = `${'1'.repeat(place)}${letter}${'1'.repeat(3 - place)}`;
    const shown = letter === ' ' ? 'byte 32' : `"${letter}"`;
    expect(() => scanValue(`"\\u${digits}"`)).toThrow(
      new SyntaxError(`unexpected ${shown} at byte ${start + 3 + place}`),
    );
  }
});

test.each([
  ['-', '"}"', 1],
  ['-x', '"x"', 1],
  ['+1', '"+"', 0],
  ['.5', '"."', 0],
  ['00', '"0"', 1],
  ['-01', '"1"', 2],
  ['1.', '"}"', 2],
  ['1.e1', '"e"', 2],
  ['1e', '"}"', 2],
  ['1e+', '"}"', 3],
  ['1E-x', '"x"', 3],
  ['1e+-1', '"-"', 3],
  ['1e1.5', '"."', 3],
  ['1/', '"/"', 1],
  ['1:', '":"', 1],
  ['nul', '"}"', 3],
  ['nxll', '"x"', 1],
  ['txue', '"x"', 1],
  ['fxlse', '"x"', 1],
  ['nuxl', '"x"', 2],
  ['nulll', '"l"', 4],
  ['trve', '"v"', 2],
  ['falsy', '"y"', 4],
  ['True', '"T"', 0],
  ['', '"}"', 0],
  ['1\u007f', 'byte 127', 1],
  ['1~', '"~"', 1],
  ['1!', '"!"', 1],
  ['1 1', '"1"', 2],
  ['1\u00a0', 'byte 194', 1],
  ['1\u000b', 'byte 11', 1],
  ['[1', '"}"', 2],
  ['[1,]', '"]"', 3],
  ['[,1]', '","', 1],
  ['[1 1]', '"1"', 3],
  ['{,}', '","', 1],
  ['{"x"}', '"}"', 4],
  ['{"x":}', '"}"', 5],
  ['{"x":1,}', '"}"', 7],
  ['{"x":1 "y":2}', '"""', 7],
  ['{"x",1}', '","', 4],
  ['{x:1}', '"x"', 1],
  ["'x'", '"\'"', 0],
  ['"\\v"', '"v"', 2],
  ['"\\U0041"', '"U"', 2],
])('refuses %s as a value', (value, found, place) => {
  expect(() => scanValue(value)).toThrow(
    new SyntaxError(`unexpected ${found} at byte ${start + place}`),
  );
});

test('refuses a body cut anywhere, mostly as one that ends too early', () => {
  const whole = '{"m":[1,{"k":"v"}],"data":[{"a":"x\\u0041y","b":-1.5e+3,"c":null},{"a":""}]}';
  for (let length = 0; length < whole.length; length += 1) {
    const cut = whole.slice(0, length);
    const message =
      cutMessages.find(([end]) => cut.endsWith(end))?.[1] ?? 'the JSON ends too early';
    expect(() => scanner.scan(Buffer.from(cut))).toThrow(new SyntaxError(message));
  }
});

/** Where a value of a certain kind is expected, that is what is said. */
const cutMessages = [
  ['"data":', 'the member "data" is not an array'],
  ['"data":[', 'row 1 is not an object, at byte 27'],
  ['"c":null},', 'row 2 is not an object, at byte 65'],
] as const;

test('skips the four kinds of white space', () => {
  const gap = ' \t\n\r';
  const body = '{,"m",:,1,,,"data",:,[,{,"a",:,1,,,"b",:,[,1,,,2,],},,,{,},],}'.split(',');
  const spaced = gap + body.map((part) => part || ',').join(gap) + gap;
  const page = scanner.scan(Buffer.from(spaced.replaceAll(`,${gap},`, ',')));
  expect([page.count, page.loose[0], page.loose[1]]).toEqual([2, 1, 1]);
  expect(page.members).toEqual({ m: 1 });
});
