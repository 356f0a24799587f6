import { escapeForTerminal } from '../escape.ts';

/** What one check found. */
export interface CheckResult {
  /** Which check, and of what: `max-total of AmazonEC2`. */
  readonly name: string;
  readonly state: 'passed' | 'failed' | 'skipped';
  /** What was found; for a failed check, what is wrong. */
  readonly message: string;
}

const checkFormats = ['junit', 'github'] as const;

export type CheckFormat = (typeof checkFormats)[number];

export function isCheckFormat(format: string): format is CheckFormat {
  return checkFormats.some((one) => one === format);
}

/** Results of checks in a form that CI shows. `title` is the action: `costs check`. */
export function renderChecks(
  found: readonly CheckResult[],
  format: CheckFormat,
  title: string,
): string {
  // A check that lists only what is wrong has passed if it lists nothing: a report says so.
  const passed: CheckResult = { name: title, state: 'passed', message: '' };
  const results = found.length === 0 ? [passed] : found;
  return format === 'junit' ? renderJunit(results, title) : renderGithub(results, title);
}

/** The JUnit report that GitLab, Jenkins, Azure and GitHub Actions read. */
function renderJunit(results: readonly CheckResult[], title: string): string {
  const { failed, skipped } = countStates(results);
  const counts = `tests="${results.length}" failures="${failed}" errors="0"`;
  const name = `name=${attribute(`costctl ${title}`)}`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${name} ${counts}>`,
    // The schema that Jenkins and GitLab follow has skipped here alone.
    `  <testsuite ${name} ${counts} skipped="${skipped}">`,
    ...results.map((result) => testCase(result, title)),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function testCase({ name, state, message }: CheckResult, title: string): string {
  const start = `    <testcase classname=${attribute(title)} name=${attribute(name)}`;
  if (state === 'skipped') return `${start}><skipped message=${attribute(message)}/></testcase>`;
  if (state === 'failed') {
    return `${start}><failure message=${attribute(message)}>${escapeXml(message)}</failure></testcase>`;
  }
  return message === ''
    ? `${start}/>`
    : `${start}><system-out>${escapeXml(message)}</system-out></testcase>`;
}

/** Workflow commands of GitHub Actions: an annotation for what failed or was skipped, then the counts. */
function renderGithub(results: readonly CheckResult[], title: string): string {
  const { passed, failed, skipped } = countStates(results);
  const annotations = results.flatMap(({ name, state, message }) => {
    if (state === 'passed') return [];
    return `::${state === 'failed' ? 'error' : 'warning'} title=${property(name)}::${data(message)}\n`;
  });
  const counts = `${passed} passed, ${failed} failed, ${skipped} skipped`;
  return `${annotations.join('')}::notice title=${property(`costctl ${title}`)}::${counts}\n`;
}

function countStates(results: readonly CheckResult[]) {
  const count = (state: CheckResult['state']) =>
    results.filter((one) => one.state === state).length;
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
}

/** Characters that XML has no way to write are shown as text, and so are those that hide others. */
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

/** A line end would begin another command. */
function data(text: string): string {
  return escapeForTerminal(text).replaceAll('%', '%25');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
