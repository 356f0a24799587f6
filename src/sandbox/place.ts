import { join } from 'node:path';

/** Where `--sandbox` stores changes. */
export function sandboxStateFile(configFolder: string): string {
  return join(configFolder, 'sandbox.jsonl');
}
