import type { Command } from '../command.ts';
import { CostctlError, withHint } from '../errors.ts';
import type { Session } from '../session.ts';
import type { GlobalFlags } from '../settings.ts';
import { connectionFlags } from '../typed-line.ts';
import { groups, loadActionsOf } from './groups.ts';
import { quotedWords } from './shell-words.ts';

/**
 * Hints are written where errors happen, and name lines of this program by the words of their actions. Here
 * they become lines that a person can type in place of the one that failed.
 */

/** An action that shows the columns shows those of the rows of this run: its days, its mirror, its profile. */
export async function nameColumns(error: unknown, session: Session): Promise<unknown> {
  // Few errors name it, and it loads what reads rows.
  if (hintOf(error)?.includes('costctl costs columns') !== true) return error;
  const { columns } = await import('../commands/costs/columns.ts');
  return rewriteHint(error, ({ words }) => (words === columns.words ? write() : undefined));

  function write(): string {
    // What the rows lack may be in a condition, or in an option that names a column.
    const left = {
      ...{ where: undefined, dateColumn: undefined, amountColumn: undefined },
      ...{ currencyColumn: undefined, sourceColumn: undefined },
      ...(session.settings.where.value.length === 0 ? {} : { noWhere: true }),
    };
    return session.lineToType(left, columns);
  }
}

/** The lines ask the same service with the same profile as the line that failed. */
export async function addConnection(error: CostctlError, flags: GlobalFlags) {
  const connection = connectionFlags(flags);
  return rewriteHint(error, ({ action, words, rest }) => {
    // A local action uses no service, unless it runs alone, as doctor does.
    if (action.local === true && !('alone' in action.run)) return undefined;
    if (rest.startsWith(' --help')) return undefined;
    const has = (name: string) => new RegExp(` ${name}(?![\\w-])`).test(rest);
    // Rows have no workspace: an action of costs takes one only together with other options.
    const needsPlace = action.workspace === true && !words.startsWith('costs ');
    const lacking = connection.filter(
      ({ name }) => !has(name) && (name === '--workspace' ? needsPlace : !has('--sandbox')),
    );
    return ['costctl', words, ...lacking.map(({ text }) => text)].join(' ');
  });
}

/** The words of a command after the name of the program. */
const line = /(?<![\w./-])costctl ([a-z]+(?:-[a-z]+)*(?: (?!costctl )[a-z]+(?:-[a-z]+)*)*)/g;

interface HintLine {
  readonly action: Command;
  readonly words: string;
  /** What follows them, up to the next line, with a filler in place of quoted words. */
  readonly rest: string;
}

/** Undefined leaves a line as it is. */
async function rewriteHint<Thrown>(error: Thrown, write: (line: HintLine) => string | undefined) {
  const hint = hintOf(error);
  if (!(error instanceof CostctlError) || hint === undefined) return error;
  // A value that is quoted may look like a line.
  const plain = hint.replace(quotedWords, (all) => '_'.repeat(all.length));
  let [done, end] = ['', 0];
  for (const { index, 1: text = '' } of plain.matchAll(line)) {
    const named = await findAction(text);
    if (named === undefined) continue;
    const after = index + `costctl ${named.words}`.length;
    const [rest = ''] = plain.slice(after).split(/;|\bcostctl /, 1);
    const written = write({ ...named, rest });
    if (written === undefined) continue;
    done += hint.slice(end, index) + written;
    end = after;
  }
  return done === '' ? error : withHint(error, done + hint.slice(end));
}

function hintOf(error: unknown): string | undefined {
  return error instanceof CostctlError ? error.details.hint : undefined;
}

async function findAction(text: string): Promise<Omit<HintLine, 'rest'> | undefined> {
  const [name = '', word] = text.split(' ');
  const group = groups.find((one) => one.name === name);
  if (group === undefined) return undefined;
  const actions = await loadActionsOf(group, word);
  const [named] = actions
    .filter(({ words }) => `${text} `.startsWith(`${words} `))
    .sort((one, other) => other.words.length - one.words.length);
  if (named !== undefined) return { action: named, words: named.words };
  // `costctl api METHOD PATH` leaves out a word.
  const request = actions.find(({ words }) => words === 'api request');
  return request && { action: request, words: name };
}
