import { type DayRange, describeRange } from '../days.ts';
import { CostctlError } from '../errors.ts';
import { type RowPage, rowIn, rowText } from '../json/bulk/rows.ts';
import { cutText, pluralize } from '../text.ts';

interface Fault {
  readonly days: DayRange;
  readonly page: RowPage;
  /** The rows of the page that meet the conditions. */
  readonly rows: RowPage;
  readonly row: number;
  readonly reason: string;
}

const mostNamed = 3;
const mostShown = 300;

/** Rows that cannot be added up: all are counted, and the first are named. */
export function createFaults() {
  const named: { readonly name: string; readonly text: string }[] = [];
  let [count, committed, place] = [0, 0, 0];
  return {
    /** A row is named by its place in its window, conditions aside. */
    add({ days, page, rows, row, reason }: Fault): void {
      count += 1;
      if (named.length >= mostNamed) return;
      named.push({
        name: `row ${place + rowIn(page, rows, row) + 1} of ${describeRange(days)} cannot be added up: ${reason}`,
        text: rowText(rows, row),
      });
    },
    pass(rows: number): void {
      place += rows;
    },
    commit(): void {
      committed = count;
      place = 0;
    },
    rollback(): void {
      count = committed;
      named.length = Math.min(named.length, committed);
      place = 0;
    },
    refuse(): void {
      const [first] = named;
      if (first === undefined) return;
      const more =
        count > named.length ? `, and ${pluralize(count - named.length, 'more row')}` : '';
      const text = cutText(first.text, mostShown);
      throw new CostctlError('incomplete', `${named.map(({ name }) => name).join('; ')}${more}`, {
        hint: `costctl costs columns shows what each column has${text === '' ? '' : `; the first row is ${text}`}`,
      });
    },
  };
}
