import fc from 'fast-check';

/** JSON text in every spelling: spaces, escapes, repeated keys, numbers of any form. */
const space = fc.constantFrom('', '', '', '', ' ', '\n', '\t\r ');

const numberText = fc.oneof(
  fc.integer().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
  fc.constantFrom(
    '0',
    '-0',
    '1.50',
    '0.1000',
    '1E5',
    '1e-7',
    '1.0e+2',
    '12345678901234567890',
    '1e999',
  ),
);

const character = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...'abcxyz 019,;=+-@') },
  fc.constantFrom('\\"', '\\\\', '\\/', '\\b', '\\f', '\\n', '\\r', '\\t'),
  fc.constantFrom('\\u0041', '\\u00E9', '\\u002c', '\\u001f', '\\u000a', '\\u2028', '\\u003D'),
  fc.constantFrom('\\ud83d\\ude00', '\\uD800', '\\udfff', '\\ud800\\ud800', '\\ud83dx'),
  fc.constantFrom('é', '€', '😀', '\u007f', '\u2028', '\ufeff'),
);

const stringText = fc.array(character, { maxLength: 8 }).map((parts) => `"${parts.join('')}"`);

const keyText = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom('"date"', '"cost"', '"service"', '"labels"', '"a"', '"b"'),
  },
  fc.constantFrom('"\\u0061"', '"__proto__"', '"x12"', '""', '"a.b"', '"x\\/y"', '"é"'),
  // JSON.parse, which these are compared with, moves names that are numbers to the front.
  stringText.filter((text) => !/^(?:0|[1-9]\d*)$/.test(JSON.parse(text))),
);

const { value: valueText } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    { weight: 4, arbitrary: stringText },
    { weight: 3, arbitrary: numberText },
    fc.constantFrom('null', 'true', 'false', '{}', '[]', '[1]'),
    arrayOf(tie('value')),
    objectOf(tie('value')),
  ),
}));

const rowText = objectOf(valueText);

/** Rows as a service sends them: mostly one shape, now and then another. */
const rowTexts = fc.oneof(
  fc.array(rowText, { maxLength: 6 }),
  fc
    .tuple(
      fc.uniqueArray(keyText, { maxLength: 4 }),
      fc.array(fc.array(valueText), { maxLength: 8 }),
    )
    .map(([keys, rows]) =>
      rows.map(
        (values) => `{${values.slice(0, keys.length).map((value, at) => `${keys[at]}:${value}`)}}`,
      ),
    ),
);

export const bodyText = fc
  .tuple(rowTexts, valueText, space, space, space, fc.boolean())
  .map(([rows, meta, before, between, after, dataFirst]) => {
    const data = `"data"${after}:${before}[${between}${rows.join(`${before},${between}`)}${after}]`;
    const others = `"links":{"next":null}${before},${after}"meta":${meta}`;
    const members = dataFirst ? [data, others] : [others, data];
    return `${before}{${after}${members.join(`${between},`)}${before}}${after}`;
  });

/** A body with one byte changed, removed or put in, mostly one that means something in JSON. */
export const damagedBody = fc
  .tuple(
    bodyText,
    fc.nat(),
    fc.oneof(fc.constantFrom(...Buffer.from('{}[]",:\\/ue0123456789.-+ \n\t\0tfn')), fc.nat(255)),
    fc.constantFrom('change', 'remove', 'insert', 'cut'),
  )
  .map(([text, place, byte, way]) => {
    const bytes = Buffer.from(text);
    const at = place % bytes.length;
    const rest = bytes.subarray(way === 'insert' ? at : at + 1);
    if (way === 'cut') return bytes.subarray(0, at);
    return Buffer.concat([
      bytes.subarray(0, at),
      Buffer.from(way === 'remove' ? [] : [byte]),
      rest,
    ]);
  });

function arrayOf(item: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(fc.array(item, { maxLength: 4 }), space, space)
    .map(([items, before, after]) => `[${before}${items.join(`${after},${before}`)}${after}]`);
}

function objectOf(item: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(fc.array(fc.tuple(keyText, item), { maxLength: 5 }), space, space)
    .map(([members, before, after]) => {
      const texts = members.map(([key, value]) => `${key}${after}:${before}${value}`);
      return `{${before}${texts.join(`${after},${before}`)}${after}}`;
    });
}
