import { describe, expect, test } from 'vitest';
import { ExactNumber } from '../../src/json/number.ts';
import { describeAge } from '../../src/output/age.ts';
import type { View } from '../../src/output/view.ts';
import { openOutput } from './open-output.ts';

const providers = [
  {
    id: 'p1',
    name: 'Main',
    cost: new ExactNumber('1234567.8901234567890'),
    labels: { region: 'eu', team: 'a|b' },
    extra: true,
  },
  { id: 'p2', name: 'say "hi"\nthere', cost: 12, labels: {}, description: null },
];

const view: View<unknown> = {
  columns: [
    { path: 'id' },
    { path: 'cost', header: 'cost (EUR)' },
    { path: 'labels.region', header: 'region' },
    { path: 'name', cell: (value, look) => `${value}${look.terminal ? ' (terminal)' : ''}` },
  ],
  fields: ['id', 'name', 'description', 'cost', 'labels'],
};

describe('a list', () => {
  test('as table', async () => {
    const { output, stdout } = openOutput({ format: 'table' });
    await output.list(providers, view);
    expect(stdout.text).toMatchInlineSnapshot(`
      "id               cost (EUR)  region  name
      p1  1,234,567.8901234567890  eu      Main
      p2                       12          say "hi"\\nthere
      "
    `);
  });

  test('as json', async () => {
    const { output, stdout } = openOutput({ format: 'json' });
    await output.list(providers, view);
    expect(stdout.text).toMatchInlineSnapshot(`
      "[{"id":"p1","name":"Main","cost":1234567.8901234567890,"labels":{"region":"eu","team":"a|b"},"extra":true},{"id":"p2","name":"say \\"hi\\"\\nthere","cost":12,"labels":{},"description":null}]
      "
    `);
  });

  test('as ndjson', async () => {
    const { output, stdout } = openOutput({ format: 'ndjson' });
    await output.list(providers, view);
    expect(stdout.text).toMatchInlineSnapshot(`
      "{"id":"p1","name":"Main","cost":1234567.8901234567890,"labels":{"region":"eu","team":"a|b"},"extra":true}
      {"id":"p2","name":"say \\"hi\\"\\nthere","cost":12,"labels":{},"description":null}
      "
    `);
  });

  test('as csv', async () => {
    const { output, stdout } = openOutput({ format: 'csv' });
    await output.list(providers, view);
    expect(stdout.text).toMatchInlineSnapshot(`
      "id,name,description,cost,labels,extra
      p1,Main,,1234567.8901234567890,"{""region"":""eu"",""team"":""a|b""}",true
      p2,"say ""hi""
      there",,12,{},
      "
    `);
  });

  test('as tsv', async () => {
    const { output, stdout } = openOutput({ format: 'tsv' });
    await output.list(providers, view);
    expect(stdout.text).toMatchInlineSnapshot(`
      "id	name	description	cost	labels	extra
      p1	Main		1234567.8901234567890	{"region":"eu","team":"a|b"}	true
      p2	say "hi"\\nthere		12	{}	
      "
    `);
  });

  test('as yaml', async () => {
    const { output, stdout } = openOutput({ format: 'yaml' });
    await output.list(providers, view);
    expect(stdout.text).toMatchInlineSnapshot(`
      "- id: p1
        name: Main
        cost: 1234567.8901234567890
        labels:
          region: eu
          team: a|b
        extra: true
      - id: p2
        name: "say \\"hi\\"\\nthere"
        cost: 12
        labels: {}
        description: null
      "
    `);
  });

  test('as markdown', async () => {
    const { output, stdout } = openOutput({ format: 'markdown' });
    await output.list(providers, view);
    expect(stdout.text).toMatchInlineSnapshot(`
      "| id | cost (EUR) | region | name |
      | --- | ---: | --- | --- |
      | p1 | 1,234,567.8901234567890 | eu | Main |
      | p2 | 12 |  | say "hi"\\\\nthere |
      "
    `);
  });
});

describe('one record', () => {
  test('as table', async () => {
    const { output, stdout } = openOutput({ format: 'table' });
    await output.one(providers[0], view);
    expect(stdout.text).toMatchInlineSnapshot(`
      "id          p1
      cost (EUR)  1,234,567.8901234567890
      region      eu
      name        Main
      labels      {"region":"eu","team":"a|b"}
      extra       true
      "
    `);
  });

  test('as json', async () => {
    const { output, stdout } = openOutput({ format: 'json' });
    await output.one(providers[0], view);
    expect(stdout.text).toMatchInlineSnapshot(`
      "{"id":"p1","name":"Main","cost":1234567.8901234567890,"labels":{"region":"eu","team":"a|b"},"extra":true}
      "
    `);
  });

  test('as ndjson', async () => {
    const { output, stdout } = openOutput({ format: 'ndjson' });
    await output.one(providers[0], view);
    expect(stdout.text).toMatchInlineSnapshot(`
      "{"id":"p1","name":"Main","cost":1234567.8901234567890,"labels":{"region":"eu","team":"a|b"},"extra":true}
      "
    `);
  });

  test('as csv', async () => {
    const { output, stdout } = openOutput({ format: 'csv' });
    await output.one(providers[0], view);
    expect(stdout.text).toMatchInlineSnapshot(`
      "id,name,description,cost,labels,extra
      p1,Main,,1234567.8901234567890,"{""region"":""eu"",""team"":""a|b""}",true
      "
    `);
  });

  test('as tsv', async () => {
    const { output, stdout } = openOutput({ format: 'tsv' });
    await output.one(providers[0], view);
    expect(stdout.text).toMatchInlineSnapshot(`
      "id	name	description	cost	labels	extra
      p1	Main		1234567.8901234567890	{"region":"eu","team":"a|b"}	true
      "
    `);
  });

  test('as yaml', async () => {
    const { output, stdout } = openOutput({ format: 'yaml' });
    await output.one(providers[0], view);
    expect(stdout.text).toMatchInlineSnapshot(`
      "id: p1
      name: Main
      cost: 1234567.8901234567890
      labels:
        region: eu
        team: a|b
      extra: true
      "
    `);
  });

  test('as markdown', async () => {
    const { output, stdout } = openOutput({ format: 'markdown' });
    await output.one(providers[0], view);
    expect(stdout.text).toMatchInlineSnapshot(`
      "| field | value |
      | --- | --- |
      | id | p1 |
      | cost (EUR) | 1,234,567.8901234567890 |
      | region | eu |
      | name | Main |
      | labels | {"region":"eu","team":"a\\|b"} |
      | extra | true |
      "
    `);
  });
});

test.each([
  [0, 'now'],
  [59, '59 s ago'],
  [3 * 3600, '3 h ago'],
  [24 * 3600, '1 d ago'],
  [30 * 3600, '1 d 6 h ago'],
  [-30 * 3600, 'in 1 d 6 h'],
  [12 * 86_400 + 3600, '12 d ago'],
  [89 * 86_400, '89 d ago'],
  [567 * 86_400, '18 months ago'],
  [800 * 86_400, '2 years ago'],
])('an age of %d seconds is %s', (seconds, text) => {
  expect(describeAge(seconds * 1000)).toBe(text);
});
