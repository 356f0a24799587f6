import { removeFolder } from '../e2e/program.ts';
import { createFolder, run } from '../helpers/run.ts';
import { createDraw, type Fuzzer } from './draw.ts';
import { firstObeyed } from './terminal.ts';

const words = [
  ...[
    'profiles',
    'workspaces',
    'providers',
    'metrics',
    'filters',
    'users',
    'rates',
    'costs',
    'api',
  ],
  ...[
    'list',
    'get',
    'create',
    'update',
    'delete',
    'import',
    'export',
    'summary',
    'history',
    'add',
    'ls',
    'rm',
  ],
  ...[
    '-o',
    'json',
    'csv',
    '-p',
    '-w',
    'wsp_main',
    '--limit',
    '--max',
    '--page',
    '-1',
    '0',
    '1e9',
    '--columns',
  ],
  ...[
    '--query',
    '[',
    'a.b',
    '--data',
    '{',
    '@',
    '-',
    '--set',
    '__proto__.x=1',
    '--set-json',
    'a={}',
    '--',
  ],
  ...[
    '--from',
    '2026-02-30',
    '2026-01-01',
    '--to',
    '--last',
    '7d',
    '999999999d',
    '--where',
    'a=b',
    '--help',
  ],
  ...[
    '-O',
    '/',
    '--dry-run',
    '-y',
    '--param',
    'a',
    'a=b',
    '--timeout',
    '--sandbox',
    '-q',
    '--title',
    '=',
  ],
  ...['bmt_orders', '../..', '%2e%2e', '', ' ', '\u0000', '\u001b[2J', '\ud800', 'é'],
];

export const commandLineFuzzer: Fuzzer = {
  name: 'command lines of random words: an exit status and one error, never a fault',
  cases: 5_000,
  play: async (count, seed) => {
    const draw = createDraw(seed);
    const folder = createFolder();
    try {
      for (let played = 0; played < count; played += 1) {
        const line = Array.from({ length: 1 + draw.below(8) }, () => draw.pick(words));
        // Nobody listens there.
        const env = {
          COSTCTL_BASE_URL: 'http://127.0.0.1:9',
          COSTCTL_TOKEN: 'tok',
          COSTCTL_RETRIES: '0',
        };
        const { exitCode, stderr } = await run(line, { folder, env });
        const isKnown = exitCode >= 0 && exitCode <= 11;
        const shown = firstObeyed(stderr, '\n\t');
        if (!isKnown || shown !== undefined || /a defect in this program|^\s+at /m.test(stderr)) {
          throw new Error(`${JSON.stringify(line)}: exit ${exitCode}: ${stderr}`);
        }
      }
    } finally {
      removeFolder(folder);
    }
  },
};
