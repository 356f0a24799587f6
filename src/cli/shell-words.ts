import type { Context } from '../context.ts';

type Shell = 'posix' | 'powershell' | 'cmd';

/** Hints are written for a POSIX shell; for another shell, their quoted words are quoted its way. */
export function spellForShell(hint: string, context: Pick<Context, 'env' | 'platform'>): string {
  return spell[shellOf(context)](hint);
}

/** The shell that started this program, as far as its variables show. */
function shellOf({ env, platform }: Pick<Context, 'env' | 'platform'>): Shell {
  if (platform !== 'win32' || env['MSYSTEM'] || env['SHELL']) return 'posix';
  // By default PSModulePath has two folders; PowerShell itself puts the user's before them.
  return (env['PSModulePath'] ?? '').split(';').length > 2 ? 'powershell' : 'cmd';
}

const spell: Readonly<Record<Shell, (hint: string) => string>> = {
  posix: (hint) => hint,
  // A word that starts with @ would be taken for a variable.
  powershell: (hint) =>
    eachQuoted(hint, (word) => `'${word.replaceAll("'", "''")}'`).replace(
      /(?<= )@[\w./\\-]+/g,
      "'$&'",
    ),
  cmd: (hint) => eachQuoted(hint, (word) => `"${word.replaceAll('"', '""')}"`),
};

/** An apostrophe in the middle of a word quotes nothing. */
export const quotedWords = /(?<=^|[\s=])'((?:[^']|'\\'')*)'(?=$|[\s;,.:)])/g;

function eachQuoted(hint: string, quote: (word: string) => string): string {
  return hint.replace(quotedWords, (_all, word: string) => quote(word.replaceAll("'\\''", "'")));
}
