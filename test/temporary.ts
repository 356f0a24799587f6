import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * All temporary folders of a run are in one, which another process removes at its end: nobody waits until
 * tens of thousands of files are gone.
 */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'costctl-tests-'));
  process.env['TMPDIR'] = folder;
  const remove = "require('fs').rmSync(process.argv[1], { recursive: true, force: true })";
  return () => {
    spawn(process.execPath, ['-e', remove, folder], { detached: true, stdio: 'ignore' }).unref();
  };
}
