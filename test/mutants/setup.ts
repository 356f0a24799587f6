import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { configureGlobal, readConfigureGlobal } from 'fast-check';
import { inject } from 'vitest';

interface Coverage {
  static: object;
  perTest: object;
}
declare module 'vitest' {
  interface ProvidedContext {
    /** Stryker's. */
    mode: 'dry-run' | 'mutant';
  }
}
declare global {
  var __stryker__: { mutantCoverage?: Coverage } | undefined;
}

// That a case fails is enough: none smaller is looked for.
configureGlobal({ ...readConfigureGlobal(), endOnFailure: true });

// Test files share a process: what one of them covers is not counted for the next as well.
const coverage = globalThis.__stryker__?.mutantCoverage;
if (coverage !== undefined) Object.assign(coverage, { static: {}, perTest: {} });

// A module that a test loads would be counted as covered by that test alone, and the rest of it by none.
const folder = join('src', process.env['MUTANTS_FOLDER'] ?? '');
if (inject('mode') === 'dry-run') {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('.ts')) await import(join(process.cwd(), folder, name));
  }
}
