import { CostctlError } from '../../../errors.ts';
import { type Check, isGone, type Restated } from '../../../reports/checks.ts';
import { contentChanged } from '../../../rows/day-fingerprints.ts';
import type { CloseManifest } from '../../../rows/manifest-file.ts';
import type { Session } from '../../../session.ts';
import { nameFirst } from '../../../text.ts';
import { showSources } from '../incomplete-data.ts';

/** What changed since a month was closed, and what to do about it. */
export function restatedError(
  session: Session,
  { from, to }: CloseManifest,
  { checks, totals, moved }: Restated & { readonly moved: ReadonlySet<string> },
): CostctlError {
  const month = from.slice(0, 7);
  const ofDays = checks.filter(({ what }) => what !== 'sum');
  const gone = nameSubjects(ofDays.filter(isGone));
  const isMoved = ({ subject }: Check) => moved.has(subject);
  const left = ofDays.filter((check) => !isGone(check));
  const changed = [
    ['cost moved between days', nameSubjects(left.filter(isMoved))],
    [contentChanged, nameSubjects(left.filter((check) => !isMoved(check)))],
  ].filter(([, days]) => days !== '');
  if (totals.length === 0 && gone === '') {
    const hint = 'the totals of the pack are the same; the rows of these days are not';
    const message = changed.map(([how, days]) => `${how} since ${month} was closed: ${days}`);
    return new CostctlError('check_failed', message.join('; '), { hint });
  }
  const said = [
    ...(totals.length === 0 ? [] : [`correct ${totals.join(' and ')} in the next month`]),
    ...(gone === '' ? [] : [`no rows any more: ${gone}`]),
    ...changed.map(([how, days]) => `${how}: ${days}`),
  ];
  const sources = `${showSources(session, [{ from, to }])} shows every source`;
  const isOther = checks.some(
    ({ what, receipt, now }) => what === 'sum' && (receipt === null || now === null),
  );
  const hints = [
    ...(gone === '' ? [] : [`rows that are only late need no correction: ${sources}`]),
    ...(isOther ? ['another token may reach other rows than that of the close'] : []),
  ];
  const message = `${month} was restated since it was closed: ${said.join('; ')}`;
  return new CostctlError('check_failed', message, {
    hint: hints.length === 0 ? undefined : hints.join('; '),
  });
}

function nameSubjects(checks: readonly Check[]): string {
  const subjects = checks.map(({ subject }) => subject);
  return nameFirst(subjects, 10);
}
