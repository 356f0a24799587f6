import * as z from 'zod/mini';
import {
  OrganizationRole,
  organizationRoles,
  UserEmail,
  UserName,
} from '../../api/schemas/user.ts';
import { CostctlError, messageOf } from '../../errors.ts';
import { readCsvText } from '../../formats/csv-records.ts';
import { isObject } from '../../json/number.ts';
import { requireUnique } from '../../json/parse.ts';
import { visiblePattern } from '../../json/visible-text.ts';

const emailPattern = /^[^\s@,;<>]+@[^\s@,;<>.]+(?:\.[^\s@,;<>.]+)+$/;

const visible = z.regex(new RegExp(visiblePattern), 'must not contain control characters');

/** An address at a domain: mail to `ann@example` arrives nowhere. The bounds are the service's. */
export const Email = UserEmail.check(
  visible,
  z.refine((text) => emailPattern.test(text), 'must be an email address, such as ann@example.com'),
);

export const PersonName = UserName.check(
  visible,
  z.refine((text) => text.trim() !== '', 'must not be empty'),
);

/** Roles are accepted in any case. */
const Role = z.pipe(
  z.string(`must be one of ${organizationRoles.join(', ')}`),
  z.pipe(
    z.transform((text: string) => {
      const lower = text.toLowerCase();
      return organizationRoles.find((role) => role.toLowerCase() === lower) ?? text;
    }),
    OrganizationRole,
  ),
);

const Invitee = z.strictObject({
  email: Email,
  firstName: PersonName,
  lastName: PersonName,
  role: Role,
});
export type Invitee = z.infer<typeof Invitee>;

const fields = ['email', 'firstName', 'lastName', 'role'] as const;

interface Row {
  /** `line 2` of csv, `item 2` of JSON. */
  readonly place: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The people of a csv or JSON text. All rows are checked first: with one bad row, no one is invited. */
export function readInvitees(text: string): Invitee[] {
  const rows = /^[[{]/.test(text.trimStart()) ? readJsonRows(text) : readCsvRows(text);
  if (rows.length === 0) throw refuse('the file lists no one');
  const faults: string[] = [];
  const invitees: Invitee[] = [];
  const places = new Map<string, string>();
  for (const { place, values } of rows) {
    const checked = Invitee.safeParse(values);
    const twin = checked.success ? places.get(keyOf(checked.data)) : undefined;
    if (!checked.success) {
      const problems = checked.error.issues.map((issue) => describe(issue, values));
      faults.push(`${place}: ${problems.join(', ')}`);
    } else if (twin !== undefined) {
      faults.push(`${place}: ${checked.data.email} is in ${twin} already`);
    } else {
      places.set(keyOf(checked.data), place);
      invitees.push(checked.data);
    }
  }
  if (faults.length === 0) return invitees;
  const shown = [...faults.slice(0, 20), ...(faults.length > 20 ? ['…'] : [])].join('; ');
  throw refuse(`${faults.length} of ${rows.length} rows cannot be used: ${shown}`);
}

function keyOf({ email }: Invitee): string {
  return email.toLowerCase();
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[];
}

function describe(issue: Issue, values: Row['values']): string {
  if (issue.keys !== undefined) {
    return `unknown column ${issue.keys.join(', ')} (known: ${fields.join(', ')})`;
  }
  const field = String(issue.path[0]);
  return Object.hasOwn(values, field) ? `${field} ${issue.message}` : `${field} is missing`;
}

function readJsonRows(text: string): Row[] {
  const value: unknown = requireUnique(text.trim(), (words) => refuse(`the file ${words}`));
  if (!Array.isArray(value)) throw refuse('the file must be an array of people');
  return value.map((item: unknown, position) => {
    const place = `item ${position + 1}`;
    if (isObject(item)) return { place, values: item };
    throw refuse(`${place} is not an object`);
  });
}

function readCsvRows(text: string): Row[] {
  try {
    return readCsvText(text, nameColumn).flatMap(({ line, values }) => {
      const filled = Object.entries(values).filter(([, cell]) => cell !== '');
      const row = { place: `line ${line}`, values: Object.fromEntries(filled) };
      return filled.length === 0 ? [] : [row];
    });
  } catch (cause) {
    throw refuse(`the file is not csv: ${messageOf(cause)}`);
  }
}

/** `First Name` and `first_name` are meant as `firstName`. */
function nameColumn(header: string): string {
  const name = header.toLowerCase().replace(/[ _-]/g, '');
  return fields.find((field) => field.toLowerCase() === name) ?? header;
}

function refuse(what: string): CostctlError {
  return new CostctlError('invalid_data', `--from: ${what}`, {
    hint: 'no one was invited; correct the file and run the command again',
  });
}
