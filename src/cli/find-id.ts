import { listNames, type NamedRecord, type Noun } from '../api/nouns.ts';
import { CostctlError, type ErrorCode, usageError } from '../errors.ts';
import type { Session } from '../session.ts';
import { suggest } from '../suggest.ts';
import { listOf, singular } from './listed.ts';
import type { Name } from './names.ts';

/** The id of the record with the name: an exact match first, then ignoring case. Reads one list. */
export async function findId(
  { http, output, workspace }: Pick<Session, 'http' | 'output' | 'workspace'>,
  name: Name,
): Promise<string> {
  const { noun, text, mayBeId } = name;
  const records = await readRecords(http, noun, workspace, mayBeId);
  if (records === undefined || (mayBeId && records.some(({ id }) => id === text))) return text;
  const exact = records.filter((one) => one.name === text);
  const folded = text.toLowerCase();
  const found =
    exact.length > 0 ? exact : records.filter((one) => one.name.toLowerCase() === folded);
  const [first, second] = found;
  if (first === undefined) {
    if (mayBeId) return text;
    const meant = suggest(
      text,
      records.map((one) => one.name),
    );
    const more = meant === undefined ? '' : `; did you mean ${meant}?`;
    throw new CostctlError('not_found', `no ${singular[noun]} has the id or name ${text}${more}`, {
      hint: `${listOf[noun]} shows them`,
    });
  }
  if (second !== undefined) {
    const ids = found.map(({ id }) => id).join(', ');
    throw usageError(
      `${found.length} ${noun} have the name ${text}: ${ids}`,
      'give one of the ids',
    );
  }
  output.note(`${text} → ${first.id}`);
  return first.id;
}

/** Errors that do not depend on the record: the command would fail in the same way. */
const fatal: readonly ErrorCode[] = [
  'interrupted',
  'network',
  'not_configured',
  'rate_limited',
  'unauthenticated',
  'usage',
];

/** Undefined if the list cannot be read but the text may be an id: then the service decides. */
async function readRecords(
  http: Session['http'],
  noun: Noun,
  workspace: () => string,
  mayBeId: boolean,
): Promise<NamedRecord[] | undefined> {
  const records: NamedRecord[] = [];
  try {
    for await (const record of listNames(http, noun, workspace)) records.push(record);
  } catch (error) {
    if (!mayBeId || !(error instanceof CostctlError) || fatal.includes(error.code)) throw error;
    return undefined;
  }
  return records;
}
