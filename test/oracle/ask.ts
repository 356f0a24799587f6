import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DuckdbConnection } from '../../src/mirror/duckdb.ts';
import { run } from '../helpers/run.ts';
import type { Question } from './questions.ts';
import type { Scripts } from './scripts.ts';
import { now, ratesFile, type World } from './world.ts';

type Cells = readonly (string | null)[];

interface Answers {
  readonly program: readonly Cells[];
  readonly oracle: readonly Cells[];
  readonly areSame: (one: Cells, other: Cells) => boolean;
}

/** Where the program reads rows. */
export type Source = 'service' | 'mirror' | 'files';

const plain = 'select *, cost as raw_cost from cost_rows';

/** Puts a question to the program and to DuckDB; undefined if it has no answer. */
export async function ask(
  { words, files = {}, sql, costs = plain, script, fields, keep = () => true, at = now }: Question,
  world: World,
  database: DuckdbConnection,
  source: Source,
  scripts: Scripts,
): Promise<Answers | undefined> {
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(world.folder, name), text);
  }
  const placed = words.map((word) =>
    word in files || word === ratesFile ? join(world.folder, word) : word,
  );
  const from = source === 'service' ? [] : ['--mirror', world[source]];
  const argv = ['costs', ...placed, ...from, '-o', 'json'];
  const { stdout, stderr, exitCode } = await run(argv, { service: world.service, now: at });
  // Few rows may have no tag at all.
  if (exitCode === 2 && stderr.includes('no row has the column')) return undefined;
  if (exitCode === 9 && stderr.includes('no value of the label')) return undefined;
  if (exitCode === 9 && stderr.includes('its files have rows of')) return undefined;
  if (exitCode !== 0 && exitCode !== 11) throw new Error(`exit ${exitCode}: ${stderr}`);
  const rows: Record<string, unknown>[] = JSON.parse(stdout);
  await database.run(`create or replace view costs as ${costs}`);
  const reader = await database.runAndReadAll(`select columns(*)::varchar from (${sql})`);
  const found = reader.getRowsJS();
  const answers =
    script === undefined ? found : await scripts.run(script.name, { ...script.words, rows: found });
  return {
    program: sorted(rows.filter(keep).map((row) => fields.map((field) => cellOf(row[field])))),
    oracle: sorted(answers.map((row) => row.map(cellOf))),
    areSame: (one, other) =>
      fields.every((_field, place) => (one[place] ?? null) === (other[place] ?? null)),
  };
}

function sorted(rows: readonly Cells[]): readonly Cells[] {
  return [...rows].sort((one, other) => {
    const [first, second] = [JSON.stringify(one), JSON.stringify(other)];
    return first < second ? -1 : first > second ? 1 : 0;
  });
}

/** Numbers without the zeros at their end: a row may say -0, which DuckDB has no form for. */
function cellOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  const text = String(value);
  const short = /^-?\d+\.\d+$/.test(text) ? text.replace(/\.?0+$/, '') : text;
  return short === '-0' ? '0' : short;
}
