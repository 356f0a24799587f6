import type { Break } from '../break.ts';

const failing = 'test/commands/failing-lists.test.ts';
const sink = 'test/output/sink.test.ts';
const streams = 'test/e2e/foundation-streams.test.ts';
const silent = 'test/commands/silent-check.test.ts';

/** Readers that leave or are slow, lists that fail half-way, and checks that hold. */
export const streamsOfResults: readonly Break[] = [
  {
    promise: 'a reader that has seen enough is no failure',
    file: 'src/run.ts',
    from: 'if (failure === undefined || isClosedOutput(failure)) return 0;',
    to: 'if (failure === undefined) return 0;',
    tests: [streams],
  },
  ...['EPIPE', 'EOF', 'ECONNRESET', 'ERR_STREAM_DESTROYED'].map((code) => ({
    promise: `a pipe that was closed is known by ${code}`,
    file: 'src/output/drain.ts',
    from: `'${code}',`,
    to: '',
    tests: [sink],
  })),
  {
    promise: 'a slow reader is waited for',
    file: 'src/output/drain.ts',
    from: 'if (stream.write(chunk)) return;',
    to: 'if (stream.write(chunk) !== undefined) return;',
    tests: [sink],
  },
  {
    promise: 'the run ends when all that was written has left',
    file: 'src/output/drain.ts',
    from: "stream.write('', (cause) => resolve(cause ?? undefined));",
    to: "resolve(stream.write('') ? undefined : undefined);",
    tests: ['test/run.test.ts'],
  },
  {
    promise: 'a result that could not be written is a failure',
    file: 'src/output/drain.ts',
    from: "return fileError('cannot write the output', error);",
    to: 'return new ClosedOutput(error);',
    tests: [sink],
  },
  {
    promise: 'nothing is printed in one piece of a list that fails half-way',
    file: 'src/output/result.ts',
    from: 'for await (const record of records) collected.push(record);',
    to: 'try { for await (const record of records) collected.push(record); } catch {}',
    tests: [failing],
  },
  {
    promise: 'nothing is printed of a query over a list that fails half-way',
    file: 'src/output/output.ts',
    from: 'query === undefined && !options.raw && isLineFormat(format)',
    to: '!options.raw && isLineFormat(format)',
    tests: [failing],
  },
  {
    promise: 'nothing is printed bare of a list that fails half-way',
    file: 'src/output/output.ts',
    from: 'query === undefined && !options.raw && isLineFormat(format)',
    to: 'query === undefined && isLineFormat(format)',
    tests: [failing],
  },
  {
    promise: 'nothing is printed of pages that api merges where one fails',
    file: 'src/commands/api/print.ts',
    from: 'for await (const item of items) all.push(item);',
    to: 'try { for await (const item of items) all.push(item); } catch {}',
    tests: [failing],
  },
  {
    promise: 'lines that were told of a list do not hide that it failed',
    file: 'src/output/output.ts',
    from: 'await sink.discard();\n      throw error;',
    to: 'await sink.discard();',
    tests: [failing],
  },
  ...[
    ['ndjson', "format === 'csv' || format === 'tsv'"],
    ['csv', "format === 'ndjson' || format === 'tsv'"],
    ['tsv', "format === 'ndjson' || format === 'csv'"],
  ].map(([format, others]) => ({
    promise: `a list leaves as ${format} page by page, before its end is read`,
    file: 'src/output/render.ts',
    from: "return format === 'ndjson' || format === 'csv' || format === 'tsv';",
    to: `return ${others};`,
    tests: [failing],
  })),
  {
    promise: 'a check that holds is silent where quiet is asked for',
    file: 'src/commands/silent-check.ts',
    from: 'return holds && settings.quiet && !isFile(outputFlags.outFile);',
    to: 'return holds && !settings.quiet && !isFile(outputFlags.outFile);',
    tests: [silent],
  },
  {
    promise: 'a check that holds says what it found where quiet is not asked for',
    file: 'src/commands/silent-check.ts',
    from: 'return holds && settings.quiet && !isFile(outputFlags.outFile);',
    to: 'return holds && !isFile(outputFlags.outFile);',
    tests: [silent],
  },
  {
    promise: 'the file of a check is written where quiet is asked for',
    file: 'src/commands/silent-check.ts',
    from: 'return holds && settings.quiet && !isFile(outputFlags.outFile);',
    to: 'return holds && settings.quiet && outputFlags !== undefined;',
    tests: [silent],
  },
  ...(
    [
      ['a test of providers', 'providers/test', 'isSilent(session, holds)'],
      ['a check of when providers were synced', 'providers/status', 'isSilent(session, holds)'],
      ['a difference of values', 'metrics/diff', 'isSilent(session, isCheck)'],
      ['a check of an import', 'metrics/import', 'isSilent(session, holds)'],
      ['a check of costs', 'costs/check', 'isSilent(session, isPassed)'],
      ['a check of an export', 'costs/verify', 'isSilent(session, different.length === 0)'],
      ['a check of the document', 'api/diff', 'isSilent(session, check === true && count === 0)'],
      ['a doctor who finds nothing', 'doctor', 'isSilent(session, holds)'],
    ] as const
  ).map(([what, name, from]) => ({
    promise: `${what} is silent where quiet is asked for`,
    file: `src/commands/${name}.ts`,
    from,
    to: 'isSilent(session, false)',
    tests: [silent],
  })),
  {
    promise: 'a check that fails is told where quiet is asked for',
    file: 'src/commands/costs/check.ts',
    from: 'isSilent(session, isPassed)',
    to: 'isSilent(session, true)',
    tests: [silent],
  },
];
