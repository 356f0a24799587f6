import { InviteUserRequest as InviteForm, type InviteUserRequest } from '../api/schemas/user.ts';
import { CostctlError, usageError } from '../errors.ts';
import { isObject } from '../json/merge.ts';
import { parseJson } from '../json/parse.ts';

export type Person = InviteUserRequest & { readonly email: string };

interface Row {
  readonly line: number;
  readonly values: Readonly<Record<string, unknown>>;
}

const fields = ['email', 'firstName', 'lastName', 'role'];

/** The people of a csv or JSON text, checked whole: one bad row, and nobody is invited. */
export async function readPeople(text: string): Promise<Person[]> {
  const trimmed = text.trimStart();
  const rows = trimmed.startsWith('[') ? readJsonRows(trimmed) : await readCsvRows(text);
  if (rows.length === 0) throw usageError('--from: the file lists nobody');
  const faults: string[] = [];
  const people: Person[] = [];
  const seen = new Map<string, number>();
  for (const { line, values } of rows) {
    const fault = findFault(values) ?? findTwin(values, seen, line);
    if (fault !== undefined) faults.push(`line ${line}: ${fault}`);
    else people.push(InviteForm.parse(values) as Person);
  }
  if (faults.length === 0) return people;
  const shown = [...faults.slice(0, 20), ...(faults.length > 20 ? ['…'] : [])];
  throw new CostctlError(
    'invalid_data',
    `${faults.length} of ${rows.length} rows cannot be used: ${shown.join('; ')}`,
    { hint: 'nobody was invited; mend the rows and run it again' },
  );
}

function findFault(values: Row['values']): string | undefined {
  const unknown = Object.keys(values).find((name) => !fields.includes(name));
  if (unknown !== undefined) return `unknown column ${unknown} (known: ${fields.join(', ')})`;
  if (typeof values['email'] !== 'string' || !values['email'].includes('@')) {
    return 'email must be an address';
  }
  const checked = InviteForm.safeParse(values);
  if (checked.success) return undefined;
  const [issue] = checked.error.issues;
  return `${String(issue?.path[0])} ${issue?.message}`;
}

function findTwin(values: Row['values'], seen: Map<string, number>, line: number) {
  const email = String(values['email']).toLowerCase();
  const first = seen.get(email);
  if (first !== undefined) return `${email} stands in line ${first} already`;
  seen.set(email, line);
  return undefined;
}

function readJsonRows(text: string): Row[] {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (cause) {
    throw new CostctlError('invalid_data', `--from: is not JSON: ${String(cause)}`, { cause });
  }
  if (!Array.isArray(value)) throw usageError('--from: must be a JSON array of people');
  return value.map((item: unknown, position) => {
    if (isObject(item)) return { line: position + 1, values: item };
    throw new CostctlError('invalid_data', `--from: item ${position + 1} is not an object`);
  });
}

async function readCsvRows(text: string): Promise<Row[]> {
  const { parse } = await import('csv-parse/sync');
  try {
    const records: { record: Record<string, string>; info: { lines: number } }[] = parse(text, {
      bom: true,
      columns: true,
      info: true,
      skip_empty_lines: true,
      trim: true,
    });
    return records.map(({ record, info }) => ({
      line: info.lines,
      values: Object.fromEntries(Object.entries(record).filter(([, cell]) => cell !== '')),
    }));
  } catch (cause) {
    const words = cause instanceof Error ? cause.message : String(cause);
    throw new CostctlError('invalid_data', `--from: is not csv: ${words}`, { cause });
  }
}
