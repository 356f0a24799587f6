import { readFileSync, statSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { Context } from '../../context.ts';
import { writeFileAtomically } from '../../storage/atomic.ts';
import { makeFolder } from '../../storage/file-system.ts';
import { digest } from './digest.ts';
import type { Offer } from './offer.ts';

/** Recent offers, so that a second TAB sends no request. */
export interface Memory {
  readonly recall: () => Promise<readonly Offer[] | undefined>;
  readonly keep: (offers: readonly Offer[]) => Promise<void>;
}

const freshFor = 5 * 60_000;
const storedFor = 24 * 60 * 60_000;

/** The parts identify an answer; the file's name reveals nothing about them. */
export function openMemory(context: Context, parts: readonly string[]): Memory | undefined {
  const folder = cacheFolder(context);
  if (folder === undefined) return undefined;
  const name = digest(JSON.stringify(parts)).slice(0, 32);
  const path = join(folder, `${name}.json`);
  return {
    async recall() {
      // A small file, and nothing else to do meanwhile.
      const age = context.clock.now() - statSync(path).mtimeMs;
      if (age > freshFor) return undefined;
      return checkOffers(JSON.parse(readFileSync(path, 'utf8')));
    },
    async keep(offers) {
      await makeFolder(folder, 0o700);
      await forget(context, folder);
      const { processId, signal } = context;
      await writeFileAtomically(path, JSON.stringify(offers), { mode: 0o600, processId, signal });
    },
  };
}

async function forget({ clock }: Context, folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path);
    if (clock.now() - mtimeMs > storedFor) await rm(path, { force: true });
  }
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
