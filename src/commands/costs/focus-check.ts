import { command } from '../../command.ts';
import { inputFile, oneOf, text } from '../../declaration/kind.ts';
import { argument, flag, optional, repeatedAs } from '../../declaration/option.ts';
import { CostctlError, usageError } from '../../errors.ts';
import type { Finding } from '../../focus/judge.ts';
import { judgeFile } from '../../focus/judge-file.ts';
import { loadAllFocus, recognizeFocus } from '../../focus/version.ts';
import { focusVersions } from '../../focus/version-rules.ts';
import { isCheckFormat } from '../../formats/registry.ts';
import type { CheckResult } from '../../output/check-report.ts';
import { resolvePath } from '../../storage/path.ts';
import { didYouMean } from '../../suggest.ts';
import { pluralize } from '../../text.ts';

export const focusCheck = command({
  words: 'costs focus-check',
  purpose: 'Check a csv or Parquet file against the rules of FOCUS',
  local: true,
  check: true,
  arguments: { file: argument(inputFile, 'a csv, csv.gz or Parquet file') },
  options: {
    focus: optional(
      oneOf(focusVersions, 'version'),
      `the version of FOCUS: ${focusVersions.join(', ')} (default: recognized by the columns)`,
    ),
    supports: repeatedAs(
      text('names', { example: 'TAGGING_SUPPORTED' }),
      (lists) => lists.flatMap((list) => list.split(',').map((name) => name.trim())),
      'also judge the rules for providers with this ability; all: those of every ability (repeatable)',
    ),
    strict: flag('exit 11 if a recommendation (SHOULD) is violated too'),
    all: flag('list every rule that was judged, not only those that are violated'),
    allowEmpty: flag('accept a file without rows'),
  },
  details: `The file is read once, whatever its size, and every number is compared as the decimal that is written
in it. An empty cell of csv is null. If the file does not have a column, only the rule that the column must be there
is judged. In csv, lines are counted and the header is line 1; in Parquet, rows are counted. A file without rows is no
proof of the rules for rows: exit 9, unless --allow-empty accepts it.`,
  rows: {
    rule: ['text', { importance: 'key', whole: 'always' }],
    // Not a column of the table: the requirement says it too.
    severity: { enum: ['must', 'should'] },
    requirement: ['text', { importance: 'normal' }],
    violations: ['count', { kind: 'number', brief: 'times', importance: 'key' }],
    firstLine: [
      { type: ['integer', 'null'] },
      { header: 'first line', kind: 'number', importance: 'normal' },
    ],
    example: ['text or null', {}],
  },
  examples: [
    'costctl costs focus-check focus.csv',
    'costctl costs focus-check focus.csv.gz --focus 1.2 --supports TAGGING_SUPPORTED -o junit',
  ],
  run: async (session, input) => {
    const { context, output, progress } = session;
    const { strict = false, allowEmpty = false } = input;
    const all = await loadAllFocus(input.focus && [input.focus]);
    const choose = (names: readonly string[]) => recognizeFocus(all, names);
    const known = new Set(all.flatMap(({ rules }) => rules.flatMap(({ abilities }) => abilities)));
    const abilities = new Set(input.supports?.includes('all') ? known : (input.supports ?? []));
    for (const name of abilities) if (!known.has(name)) throw unknownAbility(name, [...known]);
    let rows = 0;
    progress.start('reading the file');
    const judged = await judgeFile(resolvePath(context, input.file), choose, abilities, (read) => {
      rows += read;
      progress.update(`${rows} rows read`);
    });
    progress.stop();
    const { focus } = judged;
    const findings = judged.judge.findings();
    const violated = findings.filter(({ violations }) => violations > 0);
    const unfinished = judged.judge.givenUp();
    const isOpen = ({ rule }: Finding) => unfinished.includes(rule);
    // In a report for CI, a rule that is left out would seem to hold.
    const isShown = (finding: Finding) =>
      finding.violations > 0 || (isCheckFormat(session.format) && isOpen(finding));
    const shown = input.all === true ? findings : findings.filter(isShown);
    await output.check(shown, (finding) => describe(finding, strict, isOpen(finding)));
    const skipped = focus.rules.length - findings.length;
    output.note(
      `${pluralize(judged.rows, 'row')}, ${pluralize(findings.length, 'rule')} of ${focus.title} judged, ${violated.length} violated; ` +
        `${skipped} ${skipped === 1 ? 'does' : 'do'} not apply to this file, and ${focus.beyondFile?.length ?? 'others'} need more than a file`,
    );
    const beyond = `too many distinct values to finish judging: ${unfinished.join(', ')}`;
    const failing = violated.filter(({ severity }) => severity === 'must' || strict);
    const [first] = failing;
    if (first === undefined && judged.rows === 0 && !allowEmpty) {
      throw new CostctlError('incomplete', 'the file has no rows: only its columns were judged', {
        hint: 'if that is right, accept it with --allow-empty',
      });
    }
    if (first === undefined && unfinished.length > 0) {
      throw new CostctlError('incomplete', beyond, {
        hint: 'check the file in parts, such as a month each',
      });
    }
    if (unfinished.length > 0) output.warn(beyond);
    if (first === undefined) return;
    throw new CostctlError(
      'check_failed',
      `${pluralize(failing.length, 'violated rule')} of ${focus.title}${strict ? '' : ' that must hold'}, the first of them ${first.rule}`,
    );
  },
});

function describe(finding: Finding, isStrict: boolean, isUnfinished: boolean): CheckResult {
  const { rule, severity, requirement, violations, firstLine, example } = finding;
  const place = firstLine === null ? '' : `, first in line ${firstLine}`;
  const shown = example === null ? '' : `: ${example}`;
  const failed = severity === 'must' || isStrict ? 'failed' : 'skipped';
  return {
    name: rule,
    state: violations > 0 ? failed : isUnfinished ? 'skipped' : 'passed',
    message:
      violations === 0
        ? `${requirement}${isUnfinished ? '; too many distinct values to finish judging' : ''}`
        : `${requirement}; ${pluralize(violations, 'violation')}${place}${shown}`,
  };
}

function unknownAbility(name: string, known: readonly string[]): CostctlError {
  return usageError(
    `--supports: no rule is for '${name}'${didYouMean(name, known)}`,
    `known abilities: ${known.join(', ')}`,
  );
}
