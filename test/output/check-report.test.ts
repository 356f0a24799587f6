import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CheckResult, renderChecks } from '../../src/output/check-report.ts';
import { anyCharacter } from '../helpers/any-character.ts';
import { readJunit } from '../helpers/junit.ts';
import { findAll, textOf } from '../helpers/xml.ts';
import { openOutput } from './open-output.ts';

const results: readonly CheckResult[] = [
  { name: 'max-total of EC2', state: 'passed', message: '12.00 of 20.00 USD' },
  { name: 'max-total of "S3" & <RDS>', state: 'failed', message: '30.00 USD, 100% over: a, b' },
  { name: 'clock', state: 'skipped', message: 'two\nlines' },
];

test('a JUnit report counts the results and names the failures', () => {
  expect(renderChecks(results, 'junit', 'costs check')).toMatchInlineSnapshot(`
    "<?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="costctl costs check" tests="3" failures="1" errors="0">
      <testsuite name="costctl costs check" tests="3" failures="1" errors="0" skipped="1">
        <testcase classname="costs check" name="max-total of EC2"><system-out>12.00 of 20.00 USD</system-out></testcase>
        <testcase classname="costs check" name="max-total of &quot;S3&quot; &amp; &lt;RDS&gt;"><failure message="30.00 USD, 100% over: a, b">30.00 USD, 100% over: a, b</failure></testcase>
        <testcase classname="costs check" name="clock"><skipped message="two\\nlines"/></testcase>
      </testsuite>
    </testsuites>
    "
  `);
});

test('a GitHub report annotates failed and skipped checks', () => {
  expect(renderChecks(results, 'github', 'costs check')).toMatchInlineSnapshot(`
    "::error title=max-total of "S3" & <RDS>::30.00 USD, 100%25 over: a, b
    ::warning title=clock::two\\nlines
    ::notice title=costctl costs check::1 passed, 1 failed, 1 skipped
    "
  `);
});

test('a check without results counts as passed', () => {
  const report = readJunit(renderChecks([], 'junit', 'api diff'));
  expect(report.attributes).toMatchObject({ tests: '1', failures: '0' });
  expect(renderChecks([], 'github', 'api diff')).toContain('1 passed, 0 failed');
});

const result = fc.record({
  name: fc.string({ unit: anyCharacter }),
  state: fc.constantFrom('passed', 'failed', 'skipped'),
  message: fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.string({
      unit: fc.constantFrom('::error::', '\n', '\r', '%', ':', ',', '<', '&', '"', ']]>'),
    }),
  ),
});

test('a JUnit report is well-formed and complete for any names and messages', () => {
  fc.assert(
    fc.property(fc.array(result, { minLength: 1, maxLength: 5 }), (all) => {
      const report = readJunit(renderChecks(all, 'junit', 'costs check'));
      const cases = findAll(report, 'testcase');
      expect(cases).toHaveLength(all.length);
      const failures = findAll(report, 'failure');
      expect(failures).toHaveLength(all.filter(({ state }) => state === 'failed').length);
      expect(report.attributes['failures']).toBe(String(failures.length));
      for (const failure of failures) expect(textOf(failure)).toBe(failure.attributes['message']);
    }),
  );
});

test('a GitHub report has one command per line for any names and messages', () => {
  fc.assert(
    fc.property(fc.array(result, { minLength: 1, maxLength: 5 }), (all) => {
      const lines = renderChecks(all, 'github', 'costs check').split('\n').slice(0, -1);
      expect(lines).toHaveLength(1 + all.filter(({ state }) => state !== 'passed').length);
      for (const line of lines) expect(line).toMatch(/^::(error|warning|notice) title=[^:,]*::/);
    }),
  );
});

interface Row {
  readonly id: string;
  readonly ok: boolean;
}

const describeRow = ({ id, ok }: Row): CheckResult => ({
  name: id,
  state: ok ? 'passed' : 'failed',
  message: '',
});

describe('the results of a check', () => {
  const rows = [
    { id: 'a', ok: true },
    { id: 'b', ok: false },
  ];
  const view = { columns: [{ path: 'id' }, { path: 'ok' }] };

  test.each(['table', 'json', 'csv', 'markdown', 'junit', 'github'] as const)(
    'can be written as %s',
    async (format) => {
      const { output, stdout } = openOutput({ format, title: 'a check' });
      await output.check(rows, describeRow, view);
      expect(stdout.text).toContain('b');
    },
  );

  test('are written with --quiet only if one failed', async () => {
    const quiet = openOutput({ format: 'table', quiet: true });
    await quiet.output.check(rows.slice(0, 1), describeRow, view);
    expect(quiet.stdout.text).toBe('');
    await quiet.output.check(rows, describeRow, view);
    expect(quiet.stdout.text).toContain('b');
  });

  test('are required for a report: a list is refused', async () => {
    const { output } = openOutput({ format: 'junit' });
    await expect(output.list(rows, view)).rejects.toMatchObject({ code: 'usage' });
    expect(() => output.one(rows[0], view)).toThrow('nothing was checked');
  });
});
