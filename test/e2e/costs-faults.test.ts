import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createFolder, type Ended, removeFolder, runProgram, secretToken } from './program.ts';

const rowsADay = 60_000;
const dayLength = 86_400_000;
const folder = createFolder();
const env = {
  HOME: folder,
  COSTCTL_TOKEN: secretToken,
  COSTCTL_CONFIG_DIR: join(folder, 'config'),
  COSTCTL_RETRIES: '0',
};

afterAll(() => removeFolder(folder));

function makePage(from: string, page: number, limit: number, total: number): string {
  const rows: string[] = [];
  for (let at = (page - 1) * limit; at < Math.min(page * limit, total); at++) {
    rows.push(`{"date":"${from}","place":${at},"cost":${at % 997}.${at % 89}0}`);
  }
  return `{"data":[${rows.join()}],"meta":{"totalRecords":${total}}}`;
}

/** Called before a page of rows is sent, with its day and number; true if it answered itself. */
type Disturb = (day: string, page: number, body: string, response: ServerResponse) => boolean;

/** Three windows of a day each. */
async function withService<Result>(
  work: (address: string, disturb: (how: Disturb) => void) => Promise<Result>,
): Promise<Result> {
  let disturb: Disturb = () => false;
  const server = createServer((request, response) => {
    const query = new URL(request.url ?? '', 'http://localhost').searchParams;
    const [from, to] = [query.get('startDate') ?? '', query.get('endDate') ?? ''];
    const total = ((Date.parse(to) - Date.parse(from)) / dayLength + 1) * rowsADay;
    const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))];
    const body = makePage(from, page, limit, total);
    if (limit > 1 && from === to && disturb(from, page, body, response)) return;
    response.setHeader('content-type', 'application/json');
    response.end(body);
  });
  server.listen(0, '127.0.0.1');
  await new Promise((ready) => server.once('listening', ready));
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, (how) => {
      disturb = how;
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const isInSecondWindow = (day: string, page: number) => day === '2026-10-02' && page === 7;

interface Fault {
  readonly name: string;
  readonly disturb?: (folder: string) => Disturb;
  /** Runs the first time, under a shell that sets a limit. */
  readonly shell?: string;
  /** Before the second run. */
  readonly repair?: (folder: string) => void;
  readonly status: number;
  readonly message: RegExp;
}

const faults: readonly Fault[] = [
  {
    name: 'a full disk',
    // A file size limit replaces a full disk, which would need a mount.
    shell: `trap '' XFSZ; ulimit -f 2048; exec "$@"`,
    status: 1,
    message: /^error: cannot write .*\.part\/rows: the file would be larger/,
  },
  {
    name: 'a folder that vanishes',
    disturb: (place) => (day, page) => {
      if (isInSecondWindow(day, page)) renameSync(place, `${place}-gone`);
      return false;
    },
    repair: (place) => renameSync(`${place}-gone`, place),
    status: 1,
    message: /^error: cannot write .*: no such file or folder/,
  },
  {
    name: 'a page that fails for good',
    disturb: () => (day, page, _body, response) => {
      if (!isInSecondWindow(day, page)) return false;
      response.writeHead(503, { 'content-type': 'application/json' }).end('{"title":"down"}');
      return true;
    },
    status: 1,
    message: /503/,
  },
  {
    name: 'a body cut short',
    disturb: () => (day, page, body, response) => {
      if (!isInSecondWindow(day, page)) return false;
      response.writeHead(200, { 'content-length': Buffer.byteLength(body) });
      response.write(body.slice(0, body.length / 2), () => response.destroy());
      return true;
    },
    status: 1,
    message: /cut short/,
  },
  {
    name: 'a body that ends in the middle of a row',
    disturb: () => (day, page, body, response) => {
      if (!isInSecondWindow(day, page)) return false;
      response.setHeader('content-type', 'application/json');
      response.end(body.slice(0, body.length / 2));
      return true;
    },
    status: 1,
    message: /^error: the response is not a page of costs: the JSON ends too early/,
  },
];

const wanted = withService((address) => exportInto(join(folder, 'calm'), address));

async function exportInto(place: string, address: string): Promise<Buffer> {
  mkdirSync(place);
  const ended = await run(place, address);
  expect([ended.status, ended.stderr]).toEqual([0, '']);
  return readFileSync(join(place, 'costs.csv'));
}

function run(place: string, address: string, more: readonly string[] = [], shell?: string) {
  const days = ['--from', '2026-10-01', '--to', '2026-10-03'];
  const line = ['costs', 'export', ...days, '-O', join(place, 'costs.csv'), '-q', ...more];
  const start = shell === undefined ? { env } : { env, shell };
  return runProgram([...line, '--base-url', address], start);
}

/** The command that the hint names, without the program's name. */
function wayToGoOn({ stderr }: Ended): string[] {
  const [, command = ''] = /to continue: costctl (.*)\n/.exec(stderr) ?? [];
  return command.split(' ');
}

test.each(faults)(
  '$name keeps the data for --resume and creates no incomplete file',
  async ({ name, disturb, shell, repair, status, message }) => {
    const place = join(folder, name.replaceAll(' ', '-'));
    const path = join(place, 'costs.csv');
    mkdirSync(place);
    await withService(async (address, how) => {
      how(disturb?.(place) ?? (() => false));
      const failed = await run(place, address, [], shell);
      expect(failed.stderr).toMatch(message);
      expect(failed.status).toBe(status);
      repair?.(place);
      expect(existsSync(path)).toBe(false);
      expect(existsSync(`${path}.part`)).toBe(true);
      expect(existsSync(`${path}.part/journal`)).toBe(true);

      how(() => false);
      const resumed = await runProgram([...wayToGoOn(failed), '-q'], {
        env,
      });
      expect([resumed.status, resumed.stderr]).toEqual([0, '']);
    });
    expect(readFileSync(path).equals(await wanted)).toBe(true);
    expect(existsSync(`${path}.part`)).toBe(false);
    expect(existsSync(`${path}.part/journal`)).toBe(false);
  },
  120_000,
);
