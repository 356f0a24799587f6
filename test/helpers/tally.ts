interface Row {
  held: number;
  readonly failed: string[];
}

/** What a matrix found, row by row, and the table that shows it. */
export interface Tally {
  /** A case of the row, and what failed in it. */
  readonly note: (row: string, name: string, problems: readonly string[]) => void;
  /** The table, then what failed, and how many. */
  readonly print: (title: string, notPlayed?: readonly string[]) => number;
}

export function createTally(width: number): Tally {
  const rows = new Map<string, Row>();
  const printLine = (name: string, cells: readonly (number | string)[]) =>
    console.log(name.padEnd(width) + cells.map((cell) => String(cell).padStart(8)).join(''));
  return {
    note(name, played, problems) {
      const row = rows.get(name) ?? { held: 0, failed: [] };
      rows.set(name, row);
      if (problems.length === 0) row.held += 1;
      else row.failed.push(`${played}: ${problems.join('; ')}`);
      // A whole run takes its time: what fails is reported at once.
      if (problems.length > 0) console.error(`failed: ${row.failed.at(-1)}`);
    },
    print(title, notPlayed = []) {
      printLine(title, ['cases', 'held', 'failed']);
      let all = 0;
      const failures: string[] = [];
      for (const [name, { held, failed }] of [...rows].sort(byName)) {
        printLine(name, [held + failed.length, held, failed.length]);
        all += held + failed.length;
        failures.push(...failed);
      }
      for (const name of notPlayed) console.log(`${name.padEnd(width)}    not played`);
      printLine('all', [all, all - failures.length, failures.length]);
      for (const failure of failures) console.log(`\nfailed: ${failure}`);
      return failures.length;
    },
  };
}

function byName([one]: readonly [string, Row], [other]: readonly [string, Row]): number {
  return one < other ? -1 : 1;
}

/** Does the work for every item, this many at once. */
export async function eachOf<Item>(
  items: Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items[Symbol.iterator]();
  const run = async () => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: atOnce }, run));
}
