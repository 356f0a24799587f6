import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'costctl-code-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/**
 * For the environment of a program: all starts share the compiled code, which is not in the home of a test.
 * Each set of Node's options has its own, which would be stored for one start.
 */
export function codeCacheFor(env: Readonly<Record<string, string>> = {}): Record<string, string> {
  return env['NODE_OPTIONS'] === undefined
    ? { XDG_CACHE_HOME: folder }
    : { COSTCTL_NO_CODE_CACHE: '1' };
}
