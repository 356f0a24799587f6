import { command } from '../../command.ts';
import { parseDay } from '../../days.ts';
import { inputFolder, text } from '../../declaration/kind.ts';
import { argument, required } from '../../declaration/option.ts';
import { findState } from '../../mirror/manifest.ts';
import { queryMirror } from '../../mirror/query-mirror.ts';
import { resolvePath } from '../../storage/path.ts';
import { mirrorOptions } from './options.ts';
import { queryView } from './row-view.ts';

export const query = command({
  words: 'costs query',
  purpose: 'Query a mirror in SQL; the table is called costs',
  arguments: { statement: argument(text('select'), 'one SELECT statement of DuckDB') },
  options: {
    mirror: required(inputFolder, 'the folder that costs mirror keeps up to date'),
    asOf: mirrorOptions.asOf,
  },
  details: `It needs DuckDB: npm install --global @duckdb/node-api. Only the files of the mirror are
read. Decimals keep their digits. Each property of an object is a column of its own, such as "tags.team".`,
  examples: [
    "costctl costs query 'SELECT service, sum(cost) AS cost FROM costs GROUP BY ALL ORDER BY 2 DESC' --mirror costs-2026",
  ],
  run: async ({ context, output }, { statement, mirror, asOf }) => {
    const day = asOf === undefined ? undefined : parseDay(asOf, '--as-of');
    const folder = resolvePath(context, mirror);
    const manifest = await findState(folder, day);
    const { names, rows } = await queryMirror({
      folder,
      manifest,
      sql: statement,
      signal: context.signal,
    });
    await output.list(rows, queryView(names));
  },
});
