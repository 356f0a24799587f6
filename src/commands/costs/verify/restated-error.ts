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
  { checks, totals }: Restated,
): CostctlError {
  const month = from.slice(0, 7);
  const ofDays = checks.filter(({ what }) => what !== 'sum');
  const gone = nameSubjects(ofDays.filter(isGone));
  const changed = nameSubjects(ofDays.filter((check) => !isGone(check)));
  if (totals.length === 0 && gone === '') {
    const hint = 'the amounts that the pack has are the same; other columns of these days are not';
    const message = `${contentChanged} since ${month} was closed: ${changed}`;
    return new CostctlError('check_failed', message, { hint });
  }
  const said = [
    ...(totals.length === 0 ? [] : [`correct ${totals.join(' and ')} in the next month`]),
    ...(gone === '' ? [] : [`no rows any more: ${gone}`]),
    ...(changed === '' ? [] : [`${contentChanged}: ${changed}`]),
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
