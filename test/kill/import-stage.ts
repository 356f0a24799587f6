import { mkdirSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createFolder, runProgram, type Start } from '../e2e/program.ts';
import { createScene, describeEnd, envOf, type Stage, token, tryWrite } from './scene.ts';

const valueCount = 20_000;
const noValues = { id: 'bmt_orders', links: { next: null }, data: [] };

/** An import of forty batches into a metric that keeps what it is sent. */
export async function importStage(): Promise<Stage> {
  const amount = (at: number) => `${at}.5`;
  const stored = new Map<string, Map<string, string>>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    const held = stored.get(String(request.headers.authorization)) ?? new Map<string, string>();
    stored.set(String(request.headers.authorization), held);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const metric = { id: 'bmt_orders', name: 'o', unit: 'o', labelColumns: ['region'] };
      const body = Buffer.concat(chunks).toString();
      const read = request.url?.includes('/values?') ? noValues : metric;
      const answer = request.method === 'GET' ? read : store(held, JSON.parse(body).values);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  let scenes = 0;
  return {
    open: (folder = createFolder()) => {
      scenes += 1;
      const own = `${token}_${scenes}`;
      const file = join(folder, 'values.csv');
      const rows = Array.from(
        { length: valueCount },
        (_, at) => `2026-01-01,${amount(at)},r${at}\n`,
      );
      tryWrite(file, `date,amount,region\n${rows.join('')}`);
      const temporary = join(folder, 'tmp');
      mkdirSync(temporary, { recursive: true });
      const words = ['metrics', 'import', 'bmt_orders', file, '-o', 'json', '--batch-size', '500'];
      const run = (given?: Start) =>
        runProgram(words, {
          ...given,
          cwd: folder,
          env: {
            ...envOf(`http://127.0.0.1:${port}`),
            COSTCTL_TOKEN: own,
            COSTCTL_CONFIG_DIR: join(folder, 'none'),
            TMPDIR: temporary,
          },
        });
      const held = () => stored.get(`Bearer ${own}`) ?? new Map<string, string>();
      return createScene(folder, {
        run,
        problems: async () => {
          const wrong = [...held()].filter(
            ([region, one]) => one !== amount(Number(region.slice(1))),
          );
          const left = readdirSync(temporary);
          const again = await run();
          const report = again.status === 0 ? JSON.parse(again.stdout) : {};
          return [
            ...wrong.map(([region, one]) => `${region} was stored as ${one}`),
            ...left.map((name) => `left: ${name}`),
            ...(again.status === 0 ? [] : [`run again: ${describeEnd(again)}`]),
            ...(report.updated === 0 ? [] : [`run again: ${report.updated} updated`]),
            ...(held().size === valueCount ? [] : [`${held().size} values stored`]),
          ];
        },
      });
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

type Value = { readonly amount: string; readonly labels: { readonly region: string } };

function store(held: Map<string, string>, values: readonly Value[]) {
  const counts = { created: 0, updated: 0, unchanged: 0 };
  for (const { amount, labels } of values) {
    const before = held.get(labels.region);
    if (before === undefined) counts.created += 1;
    else if (before === amount) counts.unchanged += 1;
    else counts.updated += 1;
    held.set(labels.region, amount);
  }
  return counts;
}
