import type { Evidence } from './detect-columns.ts';

const nothing = { values: 0, days: 0, moments: 0, numbers: 0, texts: 0, codes: 0, currencies: 0 };

/** What a value can count as. */
export type Count = keyof typeof nothing;

const one = Object.fromEntries(Object.keys(nothing).map((count) => [count, 1]));

/** What the values of each column were. Before rows are read again, what they added is taken out. */
export class ColumnEvidence {
  /** Rows that were looked at. */
  rows = 0;
  /** Whether anything was added since the last commit. */
  hasNews = false;
  #savedRows = 0;
  readonly #all = new Map<string, Evidence>();
  readonly #saved = new Map<string, Evidence>();

  find(column: string): Evidence | undefined {
    return this.#all.get(column);
  }

  all(): readonly Evidence[] {
    return [...this.#all.values()];
  }

  of(column: string): Evidence {
    const known = this.#all.get(column);
    if (known !== undefined) return known;
    const created = { ...nothing, column };
    this.#all.set(column, created);
    this.hasNews = true;
    return created;
  }

  /** For a continued run, which has not seen the rows that the columns were chosen by. */
  assume(columns: readonly string[]): void {
    this.rows = 1;
    for (const column of columns) Object.assign(this.of(column), one);
  }

  commit(): void {
    this.#savedRows = this.rows;
    for (const [column, evidence] of this.#all) this.#saved.set(column, { ...evidence });
    this.hasNews = false;
  }

  rollback(): void {
    this.rows = this.#savedRows;
    for (const [column, evidence] of this.#all) {
      const saved = this.#saved.get(column);
      if (saved === undefined) this.#all.delete(column);
      else Object.assign(evidence, saved);
    }
  }
}
