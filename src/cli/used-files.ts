import { statSync } from 'node:fs';
import type { Context } from '../context.ts';
import { flagOf, type Given, kebabCase } from '../declaration/line.ts';
import type { Argument, Option } from '../declaration/option.ts';
import { ifPossible } from '../errors.ts';
import type { UsedFile } from '../storage/distinct-files.ts';
import { resolvePath } from '../storage/path.ts';

interface Declared {
  readonly arguments: Readonly<Record<string, Argument>>;
  readonly options: Readonly<Record<string, Option>>;
}

/** Every file that a command line reads or writes, according to its declaration. */
export function findUsedFiles(
  context: Pick<Context, 'env' | 'stdin'>,
  declared: Declared,
  given: Given,
): UsedFile[] {
  const use = (name: string, kind: Option['kind'], text: string) =>
    usedFile(name, kind?.file, text, context);
  const tokenFile = context.env['COSTCTL_TOKEN_FILE'];
  return [
    ...nameWords(declared, given).flatMap(([name, kind, text]) => use(name, kind, text)),
    ...Object.entries(given.options).flatMap(([key, texts]) => {
      const values = typeof texts === 'boolean' ? [] : texts;
      return values.flatMap((text) => use(flagOf(key), declared.options[key]?.kind, text));
    }),
    ...(tokenFile ? [{ name: 'COSTCTL_TOKEN_FILE', path: tokenFile, isWritten: false }] : []),
  ];
}

/** In bytes: reading more may keep the program busy before it waits for anything. */
const largeInput = 2 ** 17;

/**
 * Whether a line reads a large file, a folder, or a pipe, whose size is not known. The mirror of a question
 * does not count: the code that reads it knows how many rows it has.
 */
export function readsMuch(context: Pick<Context, 'workingFolder'>, files: readonly UsedFile[]) {
  return files.some(({ name, path, isWritten }) => {
    if (isWritten || typeof path === 'number') return false;
    // Opening it reports the problem.
    const found = ifPossible(() => statSync(resolvePath(context, path)));
    return found?.isFile() ? found.size > largeInput : found !== undefined && name !== '--mirror';
  });
}

function nameWords(declared: Declared, { arguments: words }: Given) {
  const named = Object.entries(declared.arguments);
  return words.map((text, at): [string, Argument['kind'] | undefined, string] => {
    // The last argument may take all remaining words.
    const [key, argument] = named[Math.min(at, named.length - 1)] ?? ['', undefined];
    return [`<${argument?.name ?? kebabCase(key)}>`, argument?.kind, text];
  });
}

function usedFile(
  name: string,
  file: 'read' | 'write' | undefined,
  text: string,
  context: Pick<Context, 'stdin'>,
): UsedFile[] {
  if (file === 'write') return text === '-' ? [] : [{ name, path: text, isWritten: true }];
  // Many options read `@file` or `key=@file`.
  const path = file === 'read' ? text : /^(?:[^=@]+=)?@(.+)$/s.exec(text)?.[1];
  if (path === undefined || /^https?:\/\//i.test(path)) return [];
  if (path !== '-') return [{ name, path, isWritten: false }];
  // Accessing stdin opens it.
  const { stdin } = context;
  const descriptor = 'fd' in stdin ? stdin.fd : undefined;
  return typeof descriptor === 'number' ? [{ name, path: descriptor, isWritten: false }] : [];
}
