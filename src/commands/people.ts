import * as z from 'zod/mini';
import { OrganizationRole, UserEmail, UserName } from '../api/schemas/user.ts';
import { CostctlError } from '../errors.ts';
import { isObject } from '../json/bulk/merge.ts';
import { parseJson } from '../json/parse.ts';

/** What an invitation says; the bounds are the service's, and an address has an `@`. */
export const personInput = {
  email: UserEmail.check(z.refine((text) => /^\S+@\S+$/.test(text), 'must be an e-mail address')),
  firstName: z.optional(UserName),
  lastName: z.optional(UserName),
  role: OrganizationRole,
};

const PersonForm = z.strictObject(personInput);
export type Person = z.infer<typeof PersonForm>;

interface Row {
  readonly line: number;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The people of a csv or JSON text, checked whole: one bad row, and nobody is invited. */
export async function readPeople(text: string): Promise<Person[]> {
  const rows = /^[[{]/.test(text.trimStart()) ? readJsonRows(text) : await readCsvRows(text);
  if (rows.length === 0) throw refuse('the file lists nobody');
  const faults: string[] = [];
  const people: Person[] = [];
  const lines = new Map<string, number>();
  for (const { line, values } of rows) {
    const checked = PersonForm.safeParse(values);
    const twin = checked.success ? lines.get(keyOf(checked.data)) : undefined;
    if (!checked.success) faults.push(`line ${line}: ${describe(checked.error.issues[0])}`);
    else if (twin !== undefined) {
      faults.push(`line ${line}: ${checked.data.email} stands in line ${twin} already`);
    } else {
      lines.set(keyOf(checked.data), line);
      people.push(checked.data);
    }
  }
  if (faults.length === 0) return people;
  const shown = [...faults.slice(0, 20), ...(faults.length > 20 ? ['…'] : [])].join('; ');
  throw refuse(`${faults.length} of ${rows.length} rows cannot be used: ${shown}`);
}

function keyOf({ email }: Person): string {
  return email.toLowerCase();
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[];
}

function describe(issue: Issue | undefined): string {
  if (issue?.keys !== undefined) {
    return `unknown column ${issue.keys.join(', ')} (known: ${Object.keys(personInput).join(', ')})`;
  }
  return `${String(issue?.path[0])} ${issue?.message}`;
}

function readJsonRows(text: string): Row[] {
  let value: unknown;
  try {
    value = parseJson(text.trim());
  } catch (cause) {
    throw refuse(`the file is not JSON: ${cause instanceof Error ? cause.message : cause}`);
  }
  if (!Array.isArray(value)) throw refuse('the file must hold an array of people');
  return value.map((item: unknown, position) => {
    if (isObject(item)) return { line: position + 1, values: item };
    throw refuse(`item ${position + 1} is not an object`);
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
    throw refuse(`the file is not csv: ${cause instanceof Error ? cause.message : cause}`);
  }
}

function refuse(what: string): CostctlError {
  return new CostctlError('invalid_data', `--from: ${what}`, {
    hint: 'nobody was invited; mend the file and run it again',
  });
}
