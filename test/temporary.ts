import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** All temporary folders of a run are in one, which is removed at its end. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'costctl-tests-'));
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
