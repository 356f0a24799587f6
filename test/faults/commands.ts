import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Reading =
  | 'get'
  | 'list'
  | 'everywhere'
  | 'freshness'
  | 'reconcile'
  | 'files'
  | 'imported'
  | 'tool';
type Changing = 'create' | 'update' | 'delete' | 'import';
export type Kind = Reading | Changing | 'export' | 'mirror';

/** The kinds that change something in the service. */
export const changes: ReadonlySet<Kind> = new Set<Changing>([
  'create',
  'update',
  'delete',
  'import',
]);

export interface Struck {
  readonly kind: Kind;
  /** Requests before the one that is struck. */
  readonly after: number;
  readonly method: string;
  /** Whether the struck request may be sent a second time after it may have arrived. */
  readonly idempotent: boolean;
}

/** Every request of a run that a fault can strike, one command a kind. */
export const struckRequests: readonly Struck[] = [
  { kind: 'get', after: 0, method: 'GET', idempotent: true },
  { kind: 'list', after: 0, method: 'GET', idempotent: true },
  { kind: 'list', after: 1, method: 'GET', idempotent: true },
  { kind: 'everywhere', after: 0, method: 'GET', idempotent: true },
  { kind: 'everywhere', after: 2, method: 'GET', idempotent: true },
  { kind: 'freshness', after: 0, method: 'GET', idempotent: true },
  { kind: 'reconcile', after: 0, method: 'GET', idempotent: true },
  { kind: 'reconcile', after: 1, method: 'GET', idempotent: true },
  // The first asks which currencies there are, and may fail.
  { kind: 'files', after: 1, method: 'GET', idempotent: true },
  { kind: 'imported', after: 0, method: 'GET', idempotent: true },
  { kind: 'imported', after: 1, method: 'GET', idempotent: true },
  { kind: 'tool', after: 0, method: 'GET', idempotent: true },
  { kind: 'tool', after: 1, method: 'GET', idempotent: true },
  { kind: 'create', after: 0, method: 'POST', idempotent: false },
  { kind: 'update', after: 1, method: 'PUT', idempotent: true },
  { kind: 'delete', after: 0, method: 'DELETE', idempotent: true },
  { kind: 'import', after: 0, method: 'GET', idempotent: true },
  { kind: 'import', after: 1, method: 'POST', idempotent: true },
  { kind: 'export', after: 0, method: 'GET', idempotent: true },
  { kind: 'export', after: 1, method: 'GET', idempotent: true },
  { kind: 'mirror', after: 0, method: 'GET', idempotent: true },
  { kind: 'mirror', after: 1, method: 'GET', idempotent: true },
];

export const title = 'Made by the matrix';
const oneDay = ['--from', '2026-10-01', '--to', '2026-10-01'];

/** 5,001 of them: two pages of an export. */
export const rowsPerDay = 5001;

/** Three values each. */
const days = ['--from', '2026-09-01', '--to', '2026-09-03'];

export function lineOf(kind: Kind, folder: string): readonly string[] {
  const filter = ['--title', title, '--filter', 'a = "b"'];
  switch (kind) {
    case 'get':
      return ['metrics', 'get', 'bmt_orders', '-o', 'json'];
    case 'list':
      return ['metrics', 'values', 'bmt_orders', ...days, '--limit', '3', '-o', 'json'];
    case 'everywhere':
      return ['metrics', 'list', '--all-workspaces', '-o', 'json'];
    case 'freshness':
      return [
        'costs',
        'freshness',
        ...oneDay,
        '--columns',
        'source,lastDay,usualRows',
        '-o',
        'json',
      ];
    case 'reconcile':
      return [
        ...['costs', 'reconcile', invoiceFile(folder), ...oneDay, '--by', 'service'],
        ...['--tolerance', '1000000000', '-o', 'json'],
      ];
    case 'files':
      return [
        ...['costs', 'summary', '--mirror', ofFiles(folder), ...oneDay, '--by', 'service'],
        ...['--convert-to', 'EUR', '-o', 'json'],
      ];
    case 'imported':
      return ['readings', 'list', ...days, '--limit', '3', '-o', 'json'];
    case 'tool':
      return ['mcp'];
    case 'create':
      return ['filters', 'create', ...filter];
    case 'update':
      return ['filters', 'update', 'flt_compute', '--title', title];
    case 'delete':
      return ['filters', 'delete', 'flt_compute', '-y'];
    case 'import':
      return [
        'metrics',
        'import',
        'bmt_orders',
        valuesFile(folder),
        '--batch-size',
        '2',
        '-o',
        'json',
      ];
    case 'export':
      return ['costs', 'export', ...oneDay, '-O', exportFile(folder)];
    case 'mirror':
      return ['costs', 'mirror', mirrorOf(folder), '--from', yesterday(), '-o', 'json'];
  }
}

/** What the import sends: six values, three batches. */
export const values: readonly (readonly [string, string, string])[] = [
  ['2024-01-01', '1.10', 'eu'],
  ['2024-01-01', '2.20', 'us'],
  ['2024-01-02', '3.30', 'eu'],
  ['2024-01-02', '4.40', 'us'],
  ['2024-01-03', '5.50', 'eu'],
  ['2024-01-03', '6.60', 'us'],
];

export function exportFile(folder: string): string {
  return join(folder, 'costs.csv');
}

/** What was there before the export. */
export const earlierExport = 'an earlier export\n';

export function prepare(kind: Kind, folder: string): void {
  if (kind === 'export') writeFileSync(exportFile(folder), earlierExport);
  if (kind === 'reconcile')
    writeFileSync(invoiceFile(folder), 'service,amount,currency\nStorage,10,USD\n');
  if (kind === 'files') writeFileSync(join(folder, 'rows.csv'), ownRows);
  if (kind !== 'import') return;
  const lines = values.map((value) => `${value.join(',')}\n`);
  writeFileSync(valuesFile(folder), `date,amount,region\n${lines.join('')}`);
}

/** A list that only an imported document describes; the proxy leaves out what comes before `/v1/`. */
const parameter = (name: string) => {
  const isNumber = name === 'page' || name === 'limit';
  const schema = isNumber ? { type: 'integer', minimum: 1 } : { type: 'string' };
  return { name, in: 'query', schema };
};
export const document = JSON.stringify({
  openapi: '3.0.3',
  info: { title: 'Readings', version: '1' },
  paths: {
    '/described/v1/business-metrics/bmt_orders/values': {
      get: {
        operationId: 'listReadings',
        tags: ['Readings'],
        parameters: ['workspaceId', 'from', 'to', 'page', 'limit'].map(parameter),
        responses: {
          200: {
            description: 'a page',
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: {
                    links: { type: 'object', properties: { next: { type: 'string' } } },
                    data: { type: 'array', items: { type: 'object' } },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
});

/** A mirror ends with this day. */
const yesterday = () => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

export function mirrorOf(folder: string): string {
  return join(folder, 'mirror');
}

/** A mirror of files, whose question reads only rates from the service. */
export function ofFiles(folder: string): string {
  return join(folder, 'of-files');
}

function invoiceFile(folder: string): string {
  return join(folder, 'invoice.csv');
}

const ownRows = `date,service,cost,currency
2026-10-01,Storage,10.25,USD
2026-10-01,Compute,3.5,EUR
`;

function valuesFile(folder: string): string {
  return join(folder, 'values.csv');
}
