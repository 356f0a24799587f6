import { createRequire } from 'node:module';
import { CostctlError } from '../errors.ts';

/** The part of DuckDB's package that is used here. */
export interface Duckdb {
  readonly DuckDBInstance: {
    readonly create: (path: string, settings?: Settings) => Promise<DuckdbInstance>;
  };
  readonly StatementType: { readonly SELECT: number; readonly EXPLAIN: number };
  readonly DuckDBDecimalValue: new (...parts: never[]) => object;
  /** Moments are written with this offset; it is the machine's unless set. */
  readonly DuckDBTimestampTZValue: { timezoneOffsetInMinutes: number };
}

type Settings = Readonly<Record<string, string>>;

interface DuckdbInstance {
  readonly connect: () => Promise<DuckdbConnection>;
  readonly closeSync: () => void;
}

export interface DuckdbConnection {
  readonly run: (sql: string) => Promise<unknown>;
  readonly runAndReadAll: (sql: string) => Promise<DuckdbRows>;
  readonly extractStatements: (sql: string) => Promise<{
    readonly count: number;
    readonly prepare: (place: number) => Promise<DuckdbStatement>;
  }>;
  readonly interrupt: () => void;
  readonly closeSync: () => void;
}

interface DuckdbStatement {
  readonly statementType: number;
  readonly stream: () => Promise<DuckdbResult>;
}

export interface DuckdbResult {
  readonly deduplicatedColumnNames: () => readonly string[];
  readonly yieldRows: () => AsyncIterable<readonly (readonly unknown[])[]>;
}

interface DuckdbRows {
  readonly getRows: () => readonly (readonly unknown[])[];
  readonly getRowsJS: () => readonly (readonly unknown[])[];
  readonly getRowsJson: () => readonly (readonly unknown[])[];
}

const packageName = '@duckdb/node-api';

/** Its 70 MB are far more than the rest, so users of SQL install it. Looked for beside the file `from`. */
export function loadDuckdb(from = import.meta.filename): Duckdb {
  try {
    return createRequire(from)(packageName);
  } catch (cause) {
    throw new CostctlError(
      'usage',
      `costs query needs DuckDB, and ${packageName} is not installed`,
      {
        hint: `npm install --global ${packageName} (without --global if costctl is a dependency of a project)`,
        cause,
      },
    );
  }
}
