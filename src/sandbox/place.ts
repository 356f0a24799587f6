import { join } from 'node:path';

/** Where `--sandbox` keeps what is changed. */
export function sandboxStateFile(configFolder: string): string {
  return join(configFolder, 'sandbox.jsonl');
}
