import { readFileSync, statSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { Context } from '../../context.ts';
import { writeFileAtomically } from '../../storage/atomic.ts';
import { makeFolder } from '../../storage/file-system.ts';
import type { Offer } from '../help/tree.ts';

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

/**
 * SHA-256 of a text, as hexadecimal digits (FIPS 180-4). A TAB that is answered from a file needs nothing
 * else of `node:crypto`, which takes a tenth of a start to load (test/bench/README.md).
 */
export function digest(text: string): string {
  const message = Buffer.from(text);
  const blocks = Math.ceil((message.length + 9) / 64);
  const padded = Buffer.alloc(blocks * 64);
  message.copy(padded);
  padded[message.length] = 0x80;
  padded.writeUIntBE(message.length * 8, padded.length - 6, 6);
  const hash = Int32Array.from(primes.slice(0, 8), (prime) => fraction(prime ** (1 / 2)));
  const words = new Int32Array(64);
  for (let at = 0; at < padded.length; at += 64) addBlock(hash, words, padded, at);
  return [...hash].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

function addBlock(hash: Int32Array, words: Int32Array, bytes: Buffer, from: number): void {
  const word = (at: number) => words[at] ?? 0;
  for (let at = 0; at < 64; at += 1) {
    const [early, late] = [word(at - 15), word(at - 2)];
    words[at] =
      at < 16
        ? bytes.readInt32BE(from + at * 4)
        : word(at - 16) +
          (turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)) +
          word(at - 7) +
          (turn(late, 17) ^ turn(late, 19) ^ (late >>> 10));
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
  for (let at = 0; at < 64; at += 1) {
    const choice = (e & f) ^ (~e & g);
    const first =
      (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + (constants[at] ?? 0) + word(at)) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [at, value] of [a, b, c, d, e, f, g, h].entries()) {
    hash[at] = (hash[at] ?? 0) + value;
  }
}

function turn(word: number, count: number): number {
  return (word >>> count) | (word << (32 - count));
}

/** The first 32 bits behind the point. */
function fraction(root: number): number {
  return ((root % 1) * 2 ** 32) | 0;
}

const primes: number[] = [];
for (let number = 2; primes.length < 64; number += 1) {
  if (primes.every((prime) => number % prime !== 0)) primes.push(number);
}

const constants = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
