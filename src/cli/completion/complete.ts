import { readFileSync, type Stats, statSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { Context } from '../../context.ts';
import { readConfiguration, requireOwn, sandboxProfile } from '../../profiles/configuration.ts';
import { readToken } from '../../profiles/token.ts';
import { findConfigFolder } from '../../settings/user-folders.ts';
import { type GlobalFlags, resolveSettings } from '../../settings.ts';
import { writeFileAtomically } from '../../storage/atomic.ts';
import { makeFolder } from '../../storage/file-system.ts';
import { escapeForTerminal } from '../../text.ts';
import { describeRoot } from '../help/describe-root.ts';
import { type FindTree, type LiveKind, liveKinds, type Offer } from '../help/tree.ts';
import { flagsOf, readTokens } from '../tokens.ts';
import { digest } from './digest.ts';
import type { AskedLine } from './for-line.ts';

/**
 * Answers the shell scripts after a TAB: `KIND =CURRENT WORD…` → a value and its description on each
 * line. The kind `=a,b` is a list of these words. Errors are silent, because the user is still typing.
 */
export async function complete(context: Context, argv: readonly string[], findTree?: FindTree) {
  const [kind = '', given = '', ...typed] = argv;
  const [current, words] = [given.slice(1), joinValues(typed)];
  try {
    const offers =
      kind === 'line'
        ? await offerNext({ context, words, current, findTree })
        : await offerLive({ context, words, current }, kind);
    const text = offers.map((offer) => `${offer.map(escapeForTerminal).join('\t')}\n`).join('');
    // Accessing stdout opens it, which takes longer than all else here.
    if (context.screen?.print(text) !== true) context.stdout.write(text);
  } catch {
    // The only loss is that nothing is offered.
  }
  return 0;
}

/** Only this reads the commands of an imported document. */
async function offerNext(line: AskedLine): Promise<readonly Offer[]> {
  const { offerForLine } = await import('./for-line.ts');
  return offerForLine(line, (kind, current) => offerLive({ ...line, current }, kind));
}

async function offerLive(
  { context, words, current }: Pick<AskedLine, 'context' | 'words' | 'current'>,
  name: string,
): Promise<readonly Offer[]> {
  if (name.startsWith('=')) {
    const words = name.slice(1).split(',');
    return continueList(
      words.map((word) => [word, '']),
      current,
    );
  }
  const kind = liveKinds.find((one) => one === name);
  if (kind === undefined) return [];
  if (kind === 'profiles') return offerProfiles(context);
  const flags = flagsOf(readTokens(describeRoot([]), words));
  const offers = await askService(context, flags, kind);
  return kind === 'columns' ? continueList(offers, current) : offers;
}

/** After `provider,` each other name continues the list. */
function continueList(offers: readonly Offer[], current: string): readonly Offer[] {
  const given = current.split(',').slice(0, -1);
  const names = new Set(offers.map(([name]) => name));
  // A comma may also be part of a condition.
  if (given.length === 0 || !given.every((name) => names.has(name))) return offers;
  return offers
    .filter(([name]) => !given.includes(name))
    .map(([name, description]) => [[...given, name].join(), description]);
}

async function offerProfiles(context: Context): Promise<Offer[]> {
  const sandbox: Offer = [sandboxProfile, 'the embedded emulation of the service'];
  const { value: folder } = findConfigFolder(context);
  if (folder === undefined) return [sandbox];
  const { profiles } = await readConfiguration(folder, context);
  const saved = [...profiles].map(([name, { baseUrl }]): Offer => [name, String(baseUrl ?? '')]);
  return [...saved, sandbox];
}

/** bash splits `--option=value` at the sign. */
function joinValues(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (const [place, word] of words.entries()) {
    const last = joined.at(-1);
    const afterSign = words[place - 1] === '=' && joined.length > 0;
    if (last !== undefined && (word === '=' || afterSign)) joined[joined.length - 1] = last + word;
    else joined.push(word);
  }
  return joined;
}

/** How many milliseconds a user waits at most after pressing TAB. */
const patience = 2_000;

/** The records of a kind at the service: from a recent answer, or requested now. */
async function askService(
  context: Context,
  flags: GlobalFlags,
  kind: Exclude<LiveKind, 'profiles'>,
): Promise<readonly Offer[]> {
  const hurried = { ...flags, timeout: '2', retries: '0', maxWait: '0', quiet: true, input: false };
  const settings = await resolveSettings(hurried, context);
  const { token, baseUrl, workspace, sandbox } = settings;
  // A token command may prompt for a password, which nobody can answer here.
  if (token.value?.kind === 'command') return [];
  const secret = token.value === undefined ? '' : await readToken(token, context);
  const address = sandbox ? 'sandbox' : (baseUrl.value ?? '');
  const parts = [kind, address, secret, workspace.value ?? ''];
  const memory = openMemory(context, parts);
  const remembered = await memory?.recall().catch(() => undefined);
  if (remembered !== undefined) return remembered;

  const [{ openSession }, { readLive }] = await Promise.all([
    import('../../session.ts'),
    import('./live.ts'),
  ]);
  const limit = new AbortController();
  const signal = AbortSignal.any([context.signal, limit.signal]);
  const timer = setTimeout(() => limit.abort(), patience);
  const session = await openSession(
    { ...context, signal },
    { global: hurried, output: {}, dryRun: false, yes: false, ownFormats: false },
    { ...settings, debug: false },
  );
  try {
    const offers = await readLive(kind, session);
    // The sandbox is fast: its answers need no cache.
    if (!sandbox) await memory?.keep(offers).catch(() => undefined);
    return offers;
  } finally {
    clearTimeout(timer);
    await session.close();
  }
}

const freshFor = 5 * 60_000;
const storedFor = 24 * 60 * 60_000;

/**
 * Recent offers, so that a second TAB sends no request. The parts identify an answer; the file's name reveals
 * nothing about them.
 */
function openMemory(context: Context, parts: readonly string[]) {
  const folder = cacheFolder(context);
  if (folder === undefined) return undefined;
  const name = digest(JSON.stringify(parts)).slice(0, 32);
  const path = join(folder, `${name}.json`);
  return {
    async recall() {
      requireOwn(folder, statSync(folder), context);
      // Read synchronously: the file is small, and there is nothing else to do meanwhile.
      if (ageOf(context, statSync(path)) > freshFor) return undefined;
      return checkOffers(JSON.parse(readFileSync(path, 'utf8')));
    },
    async keep(offers: readonly Offer[]) {
      await makeFolder(folder, 0o700);
      requireOwn(folder, await stat(folder), context);
      await forget(context, folder);
      const { processId, signal } = context;
      await writeFileAtomically(path, JSON.stringify(offers), { mode: 0o600, processId, signal });
    },
  };
}

async function forget(context: Context, folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (ageOf(context, await stat(path)) > storedFor) await rm(path, { force: true });
  }
}

/** A file dated in the future counts as old too: the clock was set back. */
function ageOf({ clock }: Context, { mtimeMs }: Stats): number {
  return Math.abs(clock.now() - mtimeMs);
}

function checkOffers(value: unknown): Offer[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.flatMap((one: unknown): Offer[] => {
    if (!Array.isArray(one)) return [];
    const [id, name]: unknown[] = one;
    return typeof id === 'string' && typeof name === 'string' ? [[id, name]] : [];
  });
}

function cacheFolder({ env, platform, homeFolder }: Context): string | undefined {
  const stated = platform === 'win32' ? env['LOCALAPPDATA'] : env['XDG_CACHE_HOME'];
  const home = homeFolder();
  const below = ['costctl', 'completion'];
  if (stated && isAbsolute(stated)) return join(stated, ...below);
  if (home === undefined) return undefined;
  if (platform === 'win32') return join(home, 'AppData', 'Local', ...below);
  if (platform === 'darwin') return join(home, 'Library', 'Caches', ...below);
  return join(home, '.cache', ...below);
}
