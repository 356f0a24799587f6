import type { CheckFormat } from '../formats/registry.ts';
import { escapeForTerminal, pluralize } from '../text.ts';

export interface CheckResult {
  /** The check and its subject: `max-total of AmazonEC2`. */
  readonly name: string;
  readonly state: 'passed' | 'failed' | 'skipped' | 'error';
  /** What was found; for a failed check, the problem. */
  readonly message: string;
}

export function renderChecks(
  found: readonly CheckResult[],
  format: CheckFormat,
  title: string,
  qualifiers: readonly string[] = [],
): string {
  // A check that lists only problems has passed if it lists nothing, and the report says so.
  const passed: CheckResult = { name: title, state: 'passed', message: '' };
  return renderers[format]({ results: found.length === 0 ? [passed] : found, title, qualifiers });
}

interface Report {
  readonly results: readonly CheckResult[];
  readonly title: string;
  readonly qualifiers: readonly string[];
}

const renderers: Readonly<Record<CheckFormat, (report: Report) => string>> = {
  junit: renderJunit,
  github: renderGithub,
};

/** The JUnit report understood by GitLab, Jenkins, Azure and GitHub Actions. */
function renderJunit({ results, title, qualifiers }: Report): string {
  const { failed, skipped, errors } = countStates(results);
  const counts = `tests="${results.length}" failures="${failed}" errors="${errors}"`;
  const name = `name=${attribute(`costctl ${title}`)}`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${name} ${counts}>`,
    // In the schema that Jenkins and GitLab follow, only a testsuite has `skipped`.
    `  <testsuite ${name} ${counts} skipped="${skipped}">`,
    ...results.map((result) => testCase(result, title)),
    ...(qualifiers.length === 0
      ? []
      : [`    <system-err>${qualifiers.map(escapeXml).join('\n')}</system-err>`]),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function testCase({ name, state, message }: CheckResult, title: string): string {
  const start = `    <testcase classname=${attribute(title)} name=${attribute(name)}`;
  if (state === 'skipped') return `${start}><skipped message=${attribute(message)}/></testcase>`;
  if (state === 'failed' || state === 'error') {
    const tag = state === 'failed' ? 'failure' : 'error';
    return `${start}><${tag} message=${attribute(message)}>${escapeXml(message)}</${tag}></testcase>`;
  }
  return message === ''
    ? `${start}/>`
    : `${start}><system-out>${escapeXml(message)}</system-out></testcase>`;
}

/** Workflow commands for GitHub Actions: an annotation for each failure or skip, then the counts. */
function renderGithub({ results, title, qualifiers }: Report): string {
  const { passed, failed, skipped, errors } = countStates(results);
  const name = property(`costctl ${title}`);
  const remarks = qualifiers.map((line) => {
    const isNote = line.startsWith('note: ');
    const text = data(line.slice(line.indexOf(' ') + 1));
    return `::${isNote ? 'notice' : 'warning'} title=${name}::${text}\n`;
  });
  const annotations = results.flatMap(({ name, state, message }) => {
    if (state === 'passed') return [];
    return `::${state === 'skipped' ? 'warning' : 'error'} title=${property(name)}::${data(message)}\n`;
  });
  const broken = errors === 0 ? '' : `, ${pluralize(errors, 'error')}`;
  const counts = `${passed} passed, ${failed} failed, ${skipped} skipped${broken}`;
  return `${annotations.join('')}${remarks.join('')}::notice title=${name}::${counts}\n`;
}

function countStates(results: readonly CheckResult[]) {
  const count = (state: CheckResult['state']) =>
    results.filter((one) => one.state === state).length;
  return {
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    errors: count('error'),
  };
}

/** Shows characters that XML cannot represent as text, and also those that hide others. */
function escapeXml(text: string): string {
  return escapeForTerminal(text)
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function attribute(text: string): string {
  return `"${escapeXml(text)}"`;
}

/** A line end would start another command. */
function data(text: string): string {
  return escapeForTerminal(text).replaceAll('%', '%25');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
