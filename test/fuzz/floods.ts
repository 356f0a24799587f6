import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createFolder, launcher, removeFolder } from '../e2e/program.ts';

export interface Flood {
  readonly name: string;
  readonly play: () => Promise<{ seconds: number; memory: number; problem: string | undefined }>;
}

/** Of the processor's time; then it is taken for one that would never end. */
const mostSeconds = 60;

/** Megabytes that the program may take, whatever it is given. */
const mostMemory = 400;

interface Given {
  readonly line: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  /** What goes to stdin, piece by piece. */
  readonly pieces?: () => Iterable<Buffer>;
  /** What the service answers with; a metric if not said. */
  readonly answer?: string;
  readonly status: number;
  readonly said: RegExp;
}

const validating = ['config', 'validate', '-'];
const manyKeys = Array.from({ length: 60_000 }, (_, at) => `  key${at}: a\n`).join('');
const manyFilters = Array.from(
  { length: 20_000 },
  (_, at) => `- title: F${at}\n  filter: a = ${at}\n`,
).join('');
const anchors = (count: number) =>
  Array.from({ length: count }, (_, at) => `- title: &a${at} t${at}\n  filter: *a${at}\n`).join('');

function flood(name: string, given: Given): Flood {
  return { name, play: () => pour(given) };
}

async function pour({ line, files = {}, pieces, answer = metric, status, said }: Given) {
  const folder = createFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const server = createServer((request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json');
    response.end(answer);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const began = performance.now();
  const limited = `ulimit -t ${mostSeconds}; exec "$@"`;
  const child = spawn('/bin/sh', ['-c', limited, 'sh', process.execPath, launcher, ...line], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      COSTCTL_BASE_URL: `http://127.0.0.1:${port}`,
      COSTCTL_TOKEN: 'tok_of_the_flood',
      COSTCTL_WORKSPACE: 'wsp_main',
      COSTCTL_CONFIG_DIR: folder,
    },
  });
  let stderr = '';
  let memory = 0;
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  child.stdout.resume();
  const watch = setInterval(() => {
    memory = Math.max(memory, memoryOf(child.pid));
  }, 20);
  child.stdin.on('error', () => undefined);
  const ended = new Promise<number | null>((done) => child.on('close', done));
  for (const piece of pieces?.() ?? []) {
    if (child.exitCode !== null || child.stdin.destroyed) break;
    if (!child.stdin.write(piece))
      await Promise.race([once(child.stdin, 'drain').catch(() => ended), ended]);
  }
  child.stdin.end();
  const found = await ended;
  clearInterval(watch);
  server.close();
  removeFolder(folder);
  const held = found === status && said.test(stderr) && memory <= mostMemory;
  const problem = held ? undefined : `exit ${found}, ${memory} MB: ${stderr.slice(0, 500)}`;
  return { seconds: (performance.now() - began) / 1000, memory, problem };
}

function memoryOf(processId: number | undefined): number {
  try {
    const text = readFileSync(`/proc/${processId}/status`, 'utf8');
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1024);
  } catch {
    // Another system, or the process has ended.
    return 0;
  }
}

const metric = JSON.stringify({ id: 'bmt_x', name: 'x', unit: 'x', labelColumns: ['region'] });
const importing = (format: string) => ['metrics', 'import', 'bmt_x', '-', '--format', format];
const megabyte = Buffer.alloc(1 << 20, 'x');

function* gigabyte(first: string): Iterable<Buffer> {
  yield Buffer.from(first);
  for (let count = 0; count < 1024; count += 1) yield megabyte;
}

function* deep(bracket: string): Iterable<Buffer> {
  for (let count = 0; count < 8; count += 1) yield Buffer.from(bracket.repeat(1 << 20));
}

const header = 'date,amount,region\n';
const manyColumns = Array.from({ length: 1_000_000 }, (_, at) => `c${at}`);
const rowOf = (names: readonly string[]) => `{${names.map((name) => `"${name}":1`).join()}}`;
const page = (rows: string) =>
  `{"links":{"self":null,"next":null,"last":null},"data":[${rows}],"meta":{"totalRecords":1}}`;
const exporting = ['costs', 'export', '--from', '2026-10-01', '--to', '2026-10-01', '-o'];
const refused = /error: stdin, line \d+(: | is longer than )/;

export const floods: readonly Flood[] = [
  flood('a gigabyte of one line, csv', {
    line: importing('csv'),
    pieces: () => gigabyte(header),
    status: 10,
    said: refused,
  }),
  flood('a gigabyte in one quoted cell, csv', {
    line: importing('csv'),
    pieces: () => gigabyte(`${header}"`),
    status: 10,
    said: refused,
  }),
  flood('a gigabyte of one line, tsv', {
    line: importing('tsv'),
    pieces: () => gigabyte(''),
    status: 10,
    said: refused,
  }),
  flood('a gigabyte of one line, ndjson', {
    line: importing('ndjson'),
    pieces: () => gigabyte('{"date":"'),
    status: 10,
    said: refused,
  }),
  flood('a gigabyte of one text, json', {
    line: importing('json'),
    pieces: () => gigabyte('[{"date":"'),
    status: 10,
    said: refused,
  }),
  flood('brackets eight million deep, json', {
    line: importing('json'),
    pieces: () => deep('['),
    status: 10,
    said: refused,
  }),
  flood('braces eight million deep, ndjson', {
    line: importing('ndjson'),
    pieces: () => deep('{"a":'),
    status: 10,
    said: refused,
  }),
  flood('60,000 keys of one map, yaml', {
    line: validating,
    pieces: () => [Buffer.from(`version: 1\nfilters:\n- title: a\n${manyKeys}`)],
    status: 2,
    said: /problems/,
  }),
  flood('the same key 60,000 times, yaml', {
    line: validating,
    pieces: () => [Buffer.from('version: 1\n'.repeat(60_000))],
    status: 2,
    said: /problems/,
  }),
  flood('60,000 anchors and aliases, yaml', {
    line: validating,
    pieces: () => [Buffer.from(`version: 1\nfilters:\n${anchors(60_000)}`)],
    status: 0,
    said: /no problems/,
  }),
  flood('1,000,000 anchors and aliases, yaml', {
    line: validating,
    pieces: () => [Buffer.from(`version: 1\nfilters:\n${anchors(1_000_000)}`)],
    status: 2,
    said: /more than 600000 lines, keys and items; split it/,
  }),
  flood('20,000 items that the service does not have, config pull --into', {
    line: ['--sandbox', 'config', 'pull', '--into', 'settings.yaml'],
    files: { 'settings.yaml': `version: 1\nworkspace: wsp_storefront\nfilters:\n${manyFilters}` },
    status: 0,
    said: /20000 removed/,
  }),
  flood('brackets a million deep, yaml', {
    line: validating,
    pieces: () => [Buffer.from('['.repeat(1_000_000))],
    status: 2,
    said: /-:1:20001: the file is nested too deeply/,
  }),
  flood('dashes a million deep, yaml', {
    line: validating,
    pieces: () => [Buffer.from(`a:\n${'- '.repeat(1_000_000)}`)],
    status: 2,
    said: /-:2:\d+: the file is nested too deeply/,
  }),
  flood('a million columns, import', {
    line: importing('csv'),
    pieces: () => [Buffer.from(`${manyColumns.join()}\n`)],
    status: 10,
    said: /^error: stdin, line 1: it names more than 1000 columns$/m,
  }),
  flood('20,000 columns of cost rows, csv', {
    line: [...exporting, 'csv'],
    answer: page(rowOf(manyColumns.slice(0, 20_000))),
    status: 1,
    said: /^error: the rows have more than 10000 columns/m,
  }),
  ...['csv', 'ndjson'].map((format) =>
    flood(`a million columns of cost rows, ${format}`, {
      line: [...exporting, format],
      answer: page(rowOf(manyColumns)),
      status: 1,
      said: /the keys of the rows differ in more than 250000 ways/,
    }),
  ),
  flood('cost rows a million deep', {
    line: [...exporting, 'csv'],
    answer: page(`{"a":${'['.repeat(1 << 20)}${']'.repeat(1 << 20)}}`),
    status: 1,
    said: /^error: the response is not a page of costs/m,
  }),
  flood('a record a million deep', {
    line: ['metrics', 'get', 'bmt_x'],
    answer: `{"a":${'['.repeat(1 << 20)}${']'.repeat(1 << 20)}}`,
    status: 1,
    said: /^error: /m,
  }),
];
