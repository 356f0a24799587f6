import type { Command } from '../command.ts';
import { Name } from '../declaration/kind.ts';
import { usageError } from '../errors.ts';
import type { Session } from '../session.ts';

type Values = Readonly<Record<string, unknown>>;

export async function idOf(session: Session, name: Name): Promise<string> {
  const { findId } = await import('../commands/named-record.ts');
  return findId(session, name);
}

/** Replaces the given names with ids. */
export async function resolveNames(
  session: Session,
  declared: Command,
  input: Values,
): Promise<Values> {
  // Nothing irreversible is done by name unless a person can see which record it is.
  const onlyIds = declared.irreversible === true && !session.interactive;
  const resolve = async (value: unknown): Promise<unknown> => {
    if (Array.isArray(value)) return Promise.all(value.map(resolve));
    if (!(value instanceof Name)) return value;
    if (!onlyIds) return idOf(session, value);
    if (value.mayBeId) return value.text;
    throw usageError(
      `without a terminal, ${declared.words} needs an id`,
      `give the id instead of the name ${value.text}`,
    );
  };
  const entries = Object.entries(input).map(async ([key, value]) => [key, await resolve(value)]);
  return Object.fromEntries(await Promise.all(entries));
}
