import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMetricService, type MetricService } from './metric-service.ts';
import { createFolder, type Outcome, run, type World } from './run.ts';

export const header = 'date,amount,region';

export const twoRows = `${header}\n2026-01-01,1.50,eu\n2026-01-02,+4,us\n`;

/** Imports what is on stdin, against a service of its own if none is given. */
export function importFrom(
  stdin: string | Buffer,
  flags: readonly string[] = [],
  world: World = {},
): Promise<Outcome> {
  const line = ['metrics', 'import', 'bmt_orders', '-', '-w', 'wsp_main', '-o', 'json', ...flags];
  return run(line, { service: createMetricService(), ...world, stdin });
}

/** Imports a file, against a service of its own if none is given. */
export function importFile(
  file: string,
  flags: readonly string[] = [],
  world: World = {},
): Promise<Outcome> {
  const line = ['metrics', 'import', 'bmt_orders', file, '-w', 'wsp_main', ...flags];
  return run(line, { service: createMetricService(), ...world });
}

/** A path in a folder of its own; the file is there if it has content. */
export function createFile(name: string, content = ''): string {
  const path = join(createFolder(), name);
  if (content !== '') writeFileSync(path, content);
  return path;
}

/** So many values, one a day. */
export function rowsOfDays(count: number): string {
  const rows = Array.from({ length: count }, (_, day) => {
    const date = new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10);
    return `${date},${day}.5,eu\n`;
  });
  return `${header}\n${rows.join('')}`;
}

/** Day and amount of every value that came, in the order of coming. */
export function sentBy(service: MetricService): string[] {
  return service.posts.flat().map(({ date, amount }) => `${date} ${amount}`);
}
