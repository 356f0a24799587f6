import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Ended, readFiles, secretToken } from '../e2e/program.ts';
import type { Case } from './cases.ts';
import { earlierExport, exportFile, type Kind, mirrorOf, values } from './commands.ts';
import { runHere } from './in-process.ts';
import { longTimeout, type Setup, undisturbed } from './setup.ts';

/** What was printed, written and stored is whole or nothing. */
export async function problemsOfResult(
  { struck: { kind }, how }: Case,
  ended: Ended,
  { proxy, service, folder }: Setup,
): Promise<string[]> {
  const succeeded = ended.status === 0;
  const { stdout } = ended;
  switch (kind) {
    case 'get':
    case 'list':
    case 'freshness':
    case 'reconcile':
    case 'files':
    case 'imported':
    case 'tool': {
      const due = succeeded ? await undisturbed(kind) : '';
      return stdout === due ? [] : [`printed ${JSON.stringify(stdout.slice(0, 200))}`];
    }
    case 'everywhere': {
      const due: unknown[] = JSON.parse(await undisturbed(kind));
      const found: unknown[] = stdout === '' ? [] : JSON.parse(stdout);
      const known = new Set(due.map((one) => JSON.stringify(one)));
      const isPart = found.every((one) => known.has(JSON.stringify(one)));
      const isWhole = found.length === due.length;
      const held =
        isPart && isWhole === succeeded && (stdout === '' || [0, 9].includes(ended.status ?? 1));
      return held ? [] : [`printed ${found.length} of ${due.length}`];
    }
    case 'export': {
      const found = readFileSync(exportFile(folder), 'utf8');
      const due = succeeded ? await undisturbed(kind) : earlierExport;
      return found === due && stdout === '' ? [] : [`the file has ${found.length} bytes`];
    }
    case 'mirror': {
      const due = succeeded ? await undisturbed(kind) : '';
      const isThere = existsSync(manifestOf(folder));
      return stdout === due && isThere === succeeded ? [] : [`mirror ${isThere}: ${stdout}`];
    }
    case 'import': {
      const stored = await readStored(service);
      if (!succeeded)
        return stored.every((value) => isSent(value)) ? [] : ['stored something else'];
      const { created, updated, unchanged } = JSON.parse(stdout);
      const reported = created + updated + unchanged;
      const held = stored.length === values.length && reported === values.length;
      return held ? [] : [`${stored.length} values stored, ${reported} reported`];
    }
    default: {
      const done = proxy.carriedOut.filter(
        ({ request, status }) => request.method !== 'GET' && status < 300,
      );
      if (succeeded && done.length === 0) return ['reported as done, and nothing was done'];
      return how === 'once' && done.length > 1 && kind === 'create' ? ['done twice'] : [];
    }
  }
}

/** A run that failed is continued, and then what it writes is that of an undisturbed one. */
export async function problemsOfResuming(kind: Kind, setup: Setup): Promise<string[]> {
  if (kind !== 'export' && kind !== 'mirror') return [];
  const { proxy, folder, run } = setup;
  proxy.heal();
  // The next run would respect the wait that the service asked for, which may be an hour.
  rmSync(join(folder, 'config', 'state', 'rate-limits'), { recursive: true, force: true });
  const again = await run(longTimeout);
  if (again.status !== 0)
    return [`after it healed: exit ${again.status}: ${again.stderr.slice(0, 300)}`];
  return kind === 'export' ? problemsOfExport(folder) : problemsOfMirror(setup);
}

async function problemsOfExport(folder: string): Promise<string[]> {
  const isWhole = readFileSync(exportFile(folder), 'utf8') === (await undisturbed('export'));
  const left = [...readFiles(folder).keys()].filter((name) => name.startsWith('costs.csv.'));
  return [...(isWhole ? [] : ['after it healed: another file']), ...left];
}

async function problemsOfMirror({ folder, env }: Setup): Promise<string[]> {
  const line = ['costs', 'verify', manifestOf(folder), '--live', '-q'];
  const { status, stderr } = await runHere(line, { env });
  const strays = [...readFiles(mirrorOf(folder)).keys()].filter((name) =>
    /\.tmp$|\.lock$/.test(name),
  );
  return [...(status === 0 ? [] : [`not the service's: ${stderr}`]), ...strays];
}

const manifestOf = (folder: string) => join(mirrorOf(folder), '_manifest.json');

interface Stored {
  readonly date: string;
  readonly amount: string;
  readonly labels: Readonly<Record<string, string>>;
}

async function readStored(service: string): Promise<readonly Stored[]> {
  const query = 'workspaceId=wsp_storefront&page=1&limit=100&from=2024-01-01&to=2024-01-31';
  const response = await fetch(`${service}/v1/business-metrics/bmt_orders/values?${query}`, {
    headers: { authorization: `Bearer ${secretToken}` },
  });
  const page: { data: readonly Stored[] } = JSON.parse(await response.text());
  return page.data;
}

function isSent({ date, amount, labels }: Stored): boolean {
  return values.some(
    ([day, sent, region]) => day === date && sent === amount && region === labels['region'],
  );
}
