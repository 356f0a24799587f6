import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll } from 'vitest';

/**
 * A plan hashes each secret slowly on purpose, which is most of the time of a test with many plans. In the
 * file that calls this, the hashes are quick; `test/config/secret.test.ts` sees what they are in truth.
 */
export function hashSecretsQuickly(): void {
  const { scryptSync } = crypto;
  const replace = (hash: typeof scryptSync) => {
    Reflect.set(crypto, 'scryptSync', hash);
    syncBuiltinESMExports();
  };
  beforeAll(() => replace((secret, salt, length) => scryptSync(secret, salt, length, { N: 2 })));
  afterAll(() => replace(scryptSync));
}
