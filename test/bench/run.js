// Every ratio that is promised, beside its bar: `npm run bench`, or those with a word in their name,
// `npm run bench -- export`. A bench prints lines for people; what is promised is read from them.
// With --write, the rows of the table in README.md that were measured are written again.

import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const words = process.argv.slice(2);
const word = words.find((one) => one !== '--write') ?? '';
const figure = '(\\d+(?:\\.\\d+)?)';
const ofExport = (rows, format) => `1000000 ${rows} rows[^]*?^${format} +${figure} x`;
const ofSummary = (words) => `^${words} +${figure} x`;
const ofDocument = (line) => `^${line} +[\\d.]+ ms +[\\d.]+ ms +${figure}`;

/** By script: the promise, the line that reports it, and the bar. */
const promises = {
  'startup.js': [
    ['start: --version', `^--version +${figure}`, 'at most', 1.1],
    ['start: --help', `^--help +${figure}`, 'at most', 1.2],
    ['start: GROUP --help', `^GROUP --help +${figure}`, 'at most', 1.2],
    ['start: GROUP ACTION --help', `^GROUP ACTION --help +${figure}`, 'at most', 1.2],
    ['start: help TOPIC', `^help TOPIC +${figure}`, 'at most', 1.2],
    ['start: a typo', `^a typo +${figure}`, 'at most', 2],
    ['start: TAB on an option, asked', `^TAB on an option, asked +${figure}`, 'at most', 1.5],
    ['start: TAB with stored values', `^TAB with stored values +${figure}`, 'at most', 1.5],
    ['start: one GET and a table', `^workspaces list, 20 rows +${figure}`, 'at most', 2.6],
    ['start: the same, no code cache', `^the same, no code cache +${figure}`, 'at most', 4],
    ['start: TAB on a fixed word', `^TAB on a fixed word, bash +${figure}`, 'at most', 1.3],
  ],
  'described/help.js': [
    ['--help with a document of 233 operations', ofDocument('--help'), 'at most', 1.1],
    ['the same of a group', ofDocument('metrics --help'), 'at most', 1.1],
    ['the same of an action', ofDocument('metrics import --help'), 'at most', 1.1],
    ['the same of a topic', ofDocument('help output'), 'at most', 1.1],
    ['TAB on an option with it', ofDocument('__complete line =-- metrics import'), 'at most', 1.1],
    ['profiles path with it', ofDocument('profiles path'), 'at most', 1.1],
  ],
  'described/large.js': [
    'TAB on an imported option, asked',
    'TAB on an imported word, bash',
    'TAB on a built-in word, bash',
  ].map((name) => [`9,000 operations: ${name}`, `^${name}: ${figure} x`, 'at most', 1.5]),
  'described/import.js': [
    ['import of 13 MB of OpenAPI, seconds', `MB, 1,600 operations: ${figure} s`, 'at most', 3],
    [
      'import of 13 MB of OpenAPI, MB of memory',
      `MB, 1,600 operations: .*, ${figure} MB`,
      'at most',
      250,
    ],
    ['import of 12,000 operations, seconds', `^12,000 operations.*: ${figure} s`, 'at most', 8],
    [
      'import of 12,000 operations, MB of memory',
      `^12,000 operations.*, ${figure} MB`,
      'at most',
      250,
    ],
    [
      'an operation of 100,000 parameters over one of 10,000',
      `^100,000 parameters over 10,000: ${figure} x`,
      'at most',
      12,
    ],
  ],
  'config/validate.js': ['in 10,000 items', 'below one item'].map((where) => [
    `config validate, 30,000 keys ${where}, seconds`,
    `^30,000 keys ${where}: ${figure} s`,
    'at most',
    1,
  ]),
  'export/export.js': [
    ...['even', 'uneven'].flatMap((rows) => [
      [`export csv, ${rows} rows`, ofExport(rows, 'csv'), 'at most', 0.75],
      [`export ndjson, ${rows} rows`, ofExport(rows, 'ndjson'), 'at most', 0.6],
      [`export json, ${rows} rows`, ofExport(rows, 'json'), 'at most', 0.55],
    ]),
    ['curl and jq over export csv', `^curl \\| jq @csv over csv: ${figure} x`, 'at least', 8],
    ['export memory, 5 times the rows', `^peak memory.*: ${figure} x`, 'at most', 1.15],
    ['export, 8 requests at once beside 1', `8 at once over 1: ${figure} x`, 'at least', 5],
    ...[4, 16].flatMap((width) =>
      ['waiting', 'reading'].map((floor) => [
        `export at 100 ms, ${width} at once, over ${floor}`,
        `100 ms a page, ${width} at once, over ${floor} alone: ${figure} x`,
        'at most',
        1.2,
      ]),
    ),
  ],
  'export/fingerprints.js': ['even', 'uneven'].map((rows) => [
    `fingerprints of days, ${rows} rows, over the export`,
    `^fingerprints, ${rows}, over an export with a receipt: ${figure} x`,
    'at most',
    0.05,
  ]),
  'export/others.js': [
    ['curl and jq over export csv, 200,000 rows', `^curl and jq: ${figure} x`, 'at least', 5],
    ['Python over export csv', `^Python: ${figure} x`, 'at least', 2],
    [
      "DuckDB's csv of saved pages over export",
      `^DuckDB, of saved pages: ${figure} x`,
      'at least',
      1,
    ],
  ],
  'output/lists.js': [
    ['table, 50000 x 5, seconds', `^table, 50000 x 5: ${figure} s`, 'at most', 1.3],
    ['table, 5000 x 205, seconds', `^table, 5000 x 205: ${figure} s`, 'at most', 3],
    ['yaml, 5000 x 205, seconds', `^yaml, 5000 x 205: ${figure} s`, 'at most', 3],
    ['query over 1M rows, seconds', `^query length.*: ${figure} s`, 'at most', 5.2],
    ['query over 1M rows, MB', `^query memory: ${figure} MB`, 'at most', 285],
    ['costs list csv over export', `^list csv over export: ${figure} x`, 'at most', 1.2],
    ['costs list json over export', `^list json over export: ${figure} x`, 'at most', 1.2],
    ['costs list of 1M rows, MB', `^list memory: ${figure} MB`, 'at most', 150],
  ],
  'output/beside-parsing.js': [
    ['table of 20,000 rows', 0.7],
    ['yaml of 20,000 rows', 0.6],
    ['parquet of 200,000 rows', 1],
  ].map(([way, bar]) => [
    `${way} over reading and parsing 200,000`,
    `^${way}: ${figure} x`,
    'at most',
    bar,
  ]),
  'parquet/parquet.js': [
    ...['even', 'uneven'].flatMap((rows) => [
      [`export parquet over csv, ${rows} rows`, `^parquet, ${rows}: ${figure} x`, 'at most', 2],
      [
        `export parquet memory, ${rows} rows`,
        `^parquet memory, ${rows}: ${figure} MB`,
        'at most',
        200,
      ],
      [
        `parquet file over DuckDB's, ${rows} rows`,
        `^parquet file, ${rows}: ${figure} x`,
        'at most',
        1.2,
      ],
    ]),
  ],
  'focus/focus.js': [
    ['export to FOCUS over csv', `^export --focus: ${figure} x`, 'at most', 1.5],
    ['focus-check memory', `^memory of focus-check: ${figure} MB`, 'at most', 250],
  ],
  'mirror/mirror.js': [
    ['mirror memory, first run', `^first run, memory: ${figure} MB`, 'at most', 200],
    ['mirror memory, later run', `^later run, memory: ${figure} MB`, 'at most', 200],
    [
      'summary of a month, mirror over service',
      `^a month from the mirror over the service: ${figure} x`,
      'at most',
      0.2,
    ],
    ['the same, seconds of wall time', `^a month from the mirror, wall: ${figure} s`, 'at most', 1],
  ],
  'mirror/files.js': [
    ["mirror of files over DuckDB's copy", `^a mirror of files.*: ${figure} x`, 'at most', 3],
    ['mirror of files, memory', `^a mirror of files, memory: ${figure} MB`, 'at most', 400],
  ],
  'mirror/questions.js': [
    [
      'summary of a mirror over DuckDB: by service',
      `^by service, over DuckDB: ${figure} x`,
      'at most',
      0.9,
    ],
    [
      'summary of a mirror over DuckDB: by service, with a condition',
      `^by service, where, over DuckDB: ${figure} x`,
      'at most',
      0.9,
    ],
    [
      'summary of a mirror over DuckDB: by two columns and day',
      `^by two columns and day, over DuckDB: ${figure} x`,
      'at most',
      1,
    ],
  ],
  'analysis/summary.js': [
    ['summary by a column', ofSummary('by service'), 'at most', 0.8],
    ['summary by three columns and day', ofSummary('by three columns, a day'), 'at most', 1],
    ['summary by a value inside an object', ofSummary('by tags.team'), 'at most', 0.8],
    [
      'summary memory, 10 times the rows',
      '^by service +\\d+\\.\\d+ x, memory over 100000 rows (\\d+\\.\\d+)',
      'at most',
      1.3,
    ],
  ],
  'analysis/folds.js': [
    'trend by service',
    'trend by service and account',
    'explain without a quantity',
    'explain with a quantity',
  ].map((fold) => [`${fold} over summary`, `^${fold}: ${figure} x`, 'at most', 1.3]),
  'analysis/reconcile.js': [
    ['an invoice against ten million rows, seconds', `^10000000 rows: ${figure} s`, 'at most', 60],
  ],
  'decisions/methods.js': [
    ...['flat', 'growing', 'weekly', 'a step', 'month-start fees', 'credits', 'one-off'].map(
      (shape) => [
        `outlook over the best other: ${shape}`,
        `error, ${shape}, over the best of the others: ${figure} x`,
        'at most',
        1.5,
      ],
    ),
    [
      'outlook, shape least often inside its 80 % interval, %',
      `^inside, of all shapes: ${figure}`,
      'at least',
      70,
    ],
    [
      'outlook, shape most often inside its 80 % interval, %',
      `^inside, of all shapes: .* to ${figure}`,
      'at most',
      90,
    ],
  ],
  'decisions/speed.js': ['allocate', 'check --budgets', 'outlook', 'anomalies', 'coverage'].flatMap(
    (action) =>
      ['the service', 'a mirror'].map((source) => [
        `${action} from ${source} over summary`,
        `^${action} from ${source}: ${figure} x`,
        'at most',
        1.3,
      ]),
  ),
  'metrics/import-time.js': [
    [
      'import beside csv-parse',
      `^read, checked, merged, batched +\\d+ ms +${figure}`,
      'at most',
      1,
    ],
  ],
  'metrics/import-again.js': [
    [
      'requests to import the same values again, over the first',
      `^requests of the second import over the first: ${figure} x`,
      'at most',
      1,
    ],
  ],
  'metrics/import-memory.js': [
    ['import memory, 10 times the values', `^1,000,000 values \\d+ MB +${figure}`, 'at most', 1.2],
  ],
  'json/sums.js': [],
  'json/rows.js': [['rows to csv beside JSON.parse', `^ +csv +${figure}`, 'at most', 1.2]],
  'sandbox/pages.js': [],
};

try {
  import.meta.resolve('@duckdb/node-api');
} catch {
  console.error('Rows are compared with DuckDB, which is not there: npm run readers');
  process.exit(1);
}

// Node 20 reads these at every start, which doubles the floor of what starts fast.
const { NODE_EXTRA_CA_CERTS: _certificates, ...plain } = process.env;

/** A script that takes longer on a busy machine is run again with one round. */
const minutes = Number(process.env.BENCH_MINUTES ?? 15);

async function run(script) {
  const whole = await runRounds(script);
  if (whole.status !== null) return whole;
  console.log(`\n${script} took more than ${minutes} minutes: again, with fewer rounds`);
  return { ...(await runRounds(script, 1)), isShort: true };
}

function runRounds(script, rounds) {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [path, ...(rounds === undefined ? [] : [String(rounds)])], {
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: minutes * 60_000,
    env: { ...plain, ...(rounds === undefined ? {} : { RUNS: '3' }) },
  });
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
    process.stdout.write(chunk);
  });
  return new Promise((done) => child.once('close', (status) => done({ status, text })));
}

const lines = [];
const measuredRows = new Map();
let failed = 0;
function note(name, measured, bar, held, isShort = false) {
  if (!held) failed += 1;
  const figure = `${measured}${held ? '' : ', not held'}`;
  measuredRows.set(name, `| ${name} | ${figure}${isShort ? ', fewer rounds' : ''} | ${bar} |`);
  lines.push(
    `${name.padEnd(40)}${measured.padStart(8)}   ${bar.padEnd(16)}${held ? 'held' : 'failed'}${isShort ? ', fewer rounds' : ''}`,
  );
}

for (const [script, promised] of Object.entries(promises)) {
  const wanted = script.includes(word)
    ? promised
    : promised.filter(([name]) => name.includes(word));
  if (wanted.length === 0 && !script.includes(word)) continue;
  console.log(`\n== ${script}`);
  const { status, text, isShort = false } = await run(script);
  if (status !== 0 || wanted.length === 0) note(script, `exit ${status}`, 'exit 0', status === 0);
  for (const [name, pattern, side, bar] of wanted) {
    if (name.startsWith('curl') && text.includes('curl and jq are not there')) continue;
    if (text.includes('statsmodels is missing')) continue;
    const measured = Number(new RegExp(pattern, 'm').exec(text)?.[1]);
    const held = side === 'at most' ? measured <= bar : measured >= bar;
    if (text.includes('not there') && Number.isNaN(measured)) continue;
    note(name, measured.toFixed(2), `${side} ${bar}`, held, isShort);
  }
}

console.log(`\n${'promised'.padEnd(40)}${'measured'.padStart(8)}   bar`);
for (const line of lines) console.log(line);
if (words.includes('--write')) writeTable();
process.exitCode = failed === 0 ? 0 : 1;

/** In the order of the promises; what was not measured now keeps its row. */
function writeTable() {
  const path = fileURLToPath(new URL('README.md', import.meta.url));
  const [before, table = '', after = ''] = readFileSync(path, 'utf8').split(
    /<!-- \/?promised -->\n/,
  );
  const known = new Map(table.split('\n').map((row) => [row.split(' | ')[0].slice(2), row]));
  const names = Object.values(promises).flatMap((own) => own.map(([name]) => name));
  const rows = [...new Set(names)].flatMap(
    (name) => measuredRows.get(name) ?? known.get(name) ?? [],
  );
  const whole = ['| promised | measured | bar |', '|---|---|---|', ...rows].join('\n');
  writeFileSync(path, `${before}<!-- promised -->\n${whole}\n<!-- /promised -->\n${after}`);
}
