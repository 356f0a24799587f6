import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CostctlError } from '../../src/errors.ts';
import { ExactNumber } from '../../src/json/number.ts';
import { isClosedOutput } from '../../src/output/drain.ts';
import { createOutput, type OutputOptions, type View } from '../../src/output/output.ts';
import { ClosedPipe } from './memory-stream.ts';
import { openOutput } from './open-output.ts';

const all: View<unknown> = { columns: [] };
const failure = new CostctlError('server_error', 'the second page failed');

async function* failing(): AsyncGenerator<unknown> {
  for (let id = 1; id <= 100; id += 1) yield { id };
  throw failure;
}

describe('a list that fails on a later page', () => {
  test.each(['json', 'table', 'yaml', 'markdown'] as const)(
    'prints nothing as %s',
    async (format) => {
      const { output, stdout } = openOutput({ format });
      await expect(output.list(failing(), all)).rejects.toBe(failure);
      expect(stdout.text).toBe('');
    },
  );

  test.each(['json', 'csv', 'ndjson'] as const)(
    'prints nothing of a query as %s',
    async (format) => {
      const { output, stdout } = openOutput({ format, query: '[].id' });
      await expect(output.list(failing(), all)).rejects.toBe(failure);
      expect(stdout.text).toBe('');
    },
  );

  test.each(['csv', 'tsv', 'ndjson'] as const)(
    'has streamed what came before as %s',
    async (format) => {
      const { output, stdout } = openOutput({ format });
      await expect(output.list(failing(), all)).rejects.toBe(failure);
      expect(stdout.text.trimEnd().split('\n').at(-1)).toMatch(/100/);
    },
  );
});

describe('columns', () => {
  const records = [
    { id: 'a', labels: { region: 'eu', team: 'x' }, n: 1 },
    { id: 'b', labels: { region: 'us', team: 'y' }, n: 2 },
  ];
  test.each([
    ['csv', 'labels.region,id\neu,a\nus,b\n'],
    ['tsv', 'labels.region\tid\neu\ta\nus\tb\n'],
    ['table', 'labels.region  id\neu             a\nus             b\n'],
    ['markdown', '| labels.region | id |\n| --- | --- |\n| eu | a |\n| us | b |\n'],
    ['json', '[{"id":"a","labels":{"region":"eu"}},{"id":"b","labels":{"region":"us"}}]\n'],
    ['ndjson', '{"id":"a","labels":{"region":"eu"}}\n{"id":"b","labels":{"region":"us"}}\n'],
    ['yaml', '- id: a\n  labels:\n    region: eu\n- id: b\n  labels:\n    region: us\n'],
  ] as const)('are picked as %s', async (format, text) => {
    const { output, stdout } = openOutput({ format, columns: ['labels.region', 'id'] });
    await output.list(records, all);
    expect(stdout.text).toBe(text);
  });

  test.each(['csv', 'tsv', 'table', 'markdown', 'json', 'ndjson', 'yaml'] as const)(
    'that no record has are refused as %s, with nothing written',
    async (format) => {
      const { output, stdout } = openOutput({ format, columns: ['id', 'regoin'] });
      await expect(output.list(records, all)).rejects.toMatchObject({
        code: 'usage',
        message: '--columns: no record has the column "regoin"',
        details: { hint: 'known columns: id, labels, n' },
      });
      expect(stdout.text).toBe('');
    },
  );

  test('without a name are refused before anything is read', () => {
    expect(() => openOutput({ columns: ['id', ''] })).toThrow(
      expect.objectContaining({ code: 'usage' }),
    );
  });

  test('that only a later page has are told of at the end, as csv', async () => {
    const { output, stdout } = openOutput({ format: 'csv' });
    const records = Array.from({ length: 101 }, (_, id) => (id < 100 ? { id } : { id, late: 1 }));
    await expect(output.list(records, all)).rejects.toMatchObject({
      code: 'incomplete',
      message: 'columns that the first page did not have are missing from the output: "late"',
    });
    expect(stdout.text.endsWith('\n99\n100\n')).toBe(true);
  });

  test('are those of the whole list where it is read whole', async () => {
    const { output, stdout } = openOutput({ format: 'csv', query: '@' });
    const records = Array.from({ length: 101 }, (_, id) => (id < 100 ? { id } : { id, late: 1 }));
    await output.list(records, all);
    expect(stdout.text.startsWith('id,late\n0,\n')).toBe(true);
  });

  test('of the first records do not wait for the rest of the list', async () => {
    const { output, stdout } = openOutput({ format: 'csv' });
    const seen: string[] = [];
    async function* watched(): AsyncGenerator<unknown> {
      for (let id = 0; id < 102; id += 1) {
        seen.push(stdout.text);
        yield { id };
      }
    }
    await output.list(watched(), all);
    expect(seen[99]).toBe('');
    expect(seen[100]?.endsWith('\n99\n')).toBe(true);
  });
});

describe('an empty list', () => {
  test.each([
    ['table', { columns: [{ path: 'id' }] }, 'id\n', 'note: no records\n'],
    ['markdown', { columns: [{ path: 'id' }] }, '| id |\n| --- |\n', 'note: no records\n'],
    ['table', all, '', 'note: no records\n'],
    ['csv', { columns: [], fields: ['id', 'name'] }, 'id,name\n', 'note: no records\n'],
    ['csv', all, '', 'note: no records, so no columns are known\n'],
    ['json', all, '[]\n', ''],
    ['ndjson', all, '', ''],
    ['yaml', all, '[]\n', ''],
  ] as const)('as %s of %j is %j', async (format, view, text, note) => {
    const { output, stdout, stderr } = openOutput({ format });
    await output.list([], view);
    expect(stdout.text).toBe(text);
    expect(stderr.text).toBe(note);
  });

  test('has the columns that were asked for', async () => {
    const { output, stdout } = openOutput({ format: 'csv', columns: ['a', 'b.c'] });
    await output.list([], all);
    expect(stdout.text).toBe('a,b.c\n');
  });
});

describe('a query', () => {
  const records = [
    { id: 'a', cost: new ExactNumber('0.1000') },
    { id: 'b', cost: new ExactNumber('1234567.8901234567890') },
  ];
  test.each([
    ['json', '[].cost', '[0.1000,1234567.8901234567890]\n'],
    ['table', '[].cost', '                value\n               0.1000\n1234567.8901234567890\n'],
    ['csv', '[].[id, cost]', '0,1\na,0.1000\nb,1234567.8901234567890\n'],
    ['tsv', '[].{who: id, cost: cost}', 'who\tcost\na\t0.1000\nb\t1234567.8901234567890\n'],
    ['yaml', '[1]', 'id: b\ncost: 1234567.8901234567890\n'],
    ['ndjson', '[].cost', '0.1000\n1234567.8901234567890\n'],
    ['markdown', '[0]', '| field | value |\n| --- | --- |\n| id | a |\n| cost | 0.1000 |\n'],
    ['json', 'length(@)', '2\n'],
    ['table', '[1].cost', '1234567.8901234567890\n'],
    ['table', '[7]', ''],
    ['json', '[7]', 'null\n'],
  ] as const)('as %s: %s', async (format, query, text) => {
    const { output, stdout } = openOutput({ format, query });
    await output.list(records, { columns: [{ path: 'id' }], fields: ['id', 'cost'] });
    expect(stdout.text).toBe(text);
  });

  test('that is none is refused before anything is read', async () => {
    const { output } = openOutput({ format: 'json', query: 'a[' });
    await expect(output.list(failing(), all)).rejects.toMatchObject({ code: 'usage' });
  });
});

describe('--raw', () => {
  test.each([
    ['[].id', 'a\nb\n'],
    ['[0].id', 'a\n'],
    ['[0]', '{"id":"a","cost":0.10}\n'],
    ['[].cost', '0.10\n'],
    ['[].[id, cost]', '["a",0.10]\n["b",null]\n'],
    ['[9]', 'null\n'],
    ['[9][]', 'null\n'],
  ])('prints %s as %j', async (query, text) => {
    const { output, stdout } = openOutput({ format: 'json', query, raw: true });
    await output.list(
      [
        { id: 'a', cost: new ExactNumber('0.10') },
        { id: 'b', cost: null },
      ],
      all,
    );
    expect(stdout.text).toBe(text);
  });
});

describe('on a terminal', () => {
  const hostile = [{ id: '\x1b]0;x\x07\u202e', c1: '\x9b2J' }];
  test.each([
    ['table', 'id                    c1\n\\x1b]0;x\\x07\\u{202e}  \\x9b2J\n'],
    ['json', '[\n  {\n    "id": "\\u001b]0;x\\u0007\\u202e",\n    "c1": "\\u009b2J"\n  }\n]\n'],
    ['ndjson', '{"id":"\\u001b]0;x\\u0007\\u202e","c1":"\\u009b2J"}\n'],
    ['csv', 'id,c1\n\\x1b]0;x\\x07\\u{202e},\\x9b2J\n'],
    ['tsv', 'id\tc1\n\\x1b]0;x\\x07\\u{202e}\t\\x9b2J\n'],
  ] as const)('controls are visible text as %s', async (format, text) => {
    const { output, stdout } = openOutput({ format, terminal: true });
    await output.list(hostile, all);
    expect(stdout.text).toBe(text);
  });

  test.each(['yaml', 'markdown'] as const)('no control is left as %s', async (format) => {
    const { output, stdout } = openOutput({ format, terminal: true });
    await output.list(hostile, all);
    expect(stdout.text).not.toMatch(/(?!\n)\p{Cc}|\u202e/u);
  });

  test('text from elsewhere is made safe, drawings are not', async () => {
    const { output, stdout } = openOutput({ terminal: true });
    await output.text('a\n\x1b[2J');
    await output.text(new TextEncoder().encode('\tü\x07'));
    await output.drawing('\x1b[32mbar\x1b[39m\n');
    expect(stdout.text).toBe('a\n\\x1b[2J\n\tü\\x07\n\x1b[32mbar\x1b[39m\n');
  });

  test('a table fits the window', async () => {
    const { output, stdout } = openOutput({ terminal: true, width: 20 });
    await output.list([{ id: 'x'.repeat(50), n: 1 }], all);
    expect(stdout.text).toBe(`id                 n\n${'x'.repeat(16)}…  1\n`);
  });

  test('headers are strong where colours are wanted', async () => {
    const { output, stdout } = openOutput({ terminal: true, color: true });
    await output.list([{ id: 1 }], all);
    expect(stdout.text).toBe('\x1b[1mid\x1b[22m\n 1\n');
  });
});

test('off a terminal bytes are exact: text, csv and json are data', async () => {
  const { output, stdout } = openOutput({ format: 'csv' });
  await output.text('\x1b[2J');
  await output.list([{ id: '\x1b\u202e' }], all);
  expect(stdout.text).toBe('\x1b[2Jid\n\x1b\u202e\n');
});

describe('notes and warnings', () => {
  test('go to stderr, as one visible line each; a warning once', () => {
    const { output, stdout, stderr } = openOutput();
    output.note('a\n\x1b[2J');
    output.warn('b');
    output.warn('b');
    expect(stderr.text).toBe('note: a\\n\\x1b[2J\nwarning: b\n');
    expect(stdout.text).toBe('');
  });

  test('with --quiet only warnings are left', () => {
    const { output, stderr } = openOutput({ quiet: true });
    output.note('a');
    output.warn('b');
    expect(stderr.text).toBe('warning: b\n');
  });
});

describe('a reader that closes the pipe', () => {
  test.each(['csv', 'ndjson'] as const)('stops the list quietly as %s', async (format) => {
    let read = 0;
    let ended = false;
    async function* endless(): AsyncGenerator<unknown> {
      try {
        for (;;) {
          read += 1;
          yield { read };
        }
      } finally {
        ended = true;
      }
    }
    const output = createOutput(optionsFor(new ClosedPipe(5), format));
    await expect(output.list(endless(), all)).rejects.toSatisfy(isClosedOutput);
    expect(read).toBeLessThan(200);
    expect(ended).toBe(true);
  });

  test('is found out by a table too', async () => {
    const output = createOutput(optionsFor(new ClosedPipe(0), 'table'));
    await expect(output.list([{ id: 1 }], all)).rejects.toSatisfy(isClosedOutput);
  });
});

describe('--out-file', () => {
  let folder = '';
  let path = '';

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'costctl-output-'));
    path = join(folder, 'result');
  });

  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  test('takes a list, one thing or a text, and leaves stdout alone', async () => {
    const { output, stdout } = openOutput({ format: 'json', outFile: path, terminal: true });
    await output.list([{ id: '\u202e' }], all);
    expect(await readFile(path, 'utf8')).toBe('[{"id":"\u202e"}]\n');
    await output.one({ id: 1 });
    expect(await readFile(path, 'utf8')).toBe('{"id":1}\n');
    await output.text('as it is');
    expect(await readFile(path, 'utf8')).toBe('as it is');
    expect(stdout.text).toBe('');
  });

  test.each(['json', 'csv', 'ndjson', 'table'] as const)(
    'stays as it was when a list fails as %s',
    async (format) => {
      await writeFile(path, 'old');
      const { output } = openOutput({ format, outFile: path });
      await expect(output.list(failing(), all)).rejects.toBe(failure);
      expect(await readFile(path, 'utf8')).toBe('old');
      expect(await readdir(folder)).toEqual(['result']);
    },
  );

  test('stays as it was when the one thing cannot be had', async () => {
    await writeFile(path, 'old');
    const { output } = openOutput({ format: 'json', outFile: path });
    await expect(output.one(Promise.reject(failure))).rejects.toBe(failure);
    expect(await readFile(path, 'utf8')).toBe('old');
  });
});

function optionsFor(stdout: ClosedPipe, format: OutputOptions['format']): OutputOptions {
  return {
    context: {
      stdout,
      stderr: stdout,
      clock: { now: () => 0, sleep: async () => undefined },
      env: {},
      random: Math.random,
      signal: new AbortController().signal,
    },
    format,
    raw: false,
    header: true,
    spreadsheetSafe: false,
    color: false,
    quiet: false,
    progress: { start: () => undefined, update: () => undefined, stop: () => undefined },
  };
}
