import { describe, expect, test } from 'vitest';
import { loadGroups } from '../../../src/cli/groups.ts';
import { createToolWords } from '../../../src/cli/mcp/tool-words.ts';
import { changePlans, toolPlans } from '../../../src/cli/mcp/tools.ts';
import { connectMcp } from '../../helpers/mcp.ts';
import { createFolder } from '../../helpers/run.ts';

const commands = (await loadGroups()).flatMap(({ declared }) =>
  declared.flatMap((one) => ('run' in one ? [one] : [])),
);
const tools = [...toolPlans, ...changePlans].map((plan) => ({
  plan,
  commands: commands.filter(({ words }) =>
    (typeof plan.words === 'string' ? [plan.words] : Object.values(plan.words)).includes(words),
  ),
}));

function wordsOf(name: string) {
  const plan = toolPlans.find((one) => one.name === name);
  if (plan === undefined) throw new Error(`no tool ${name}`);
  return createToolWords(plan, tools);
}

describe('an assistant', () => {
  test.each([
    [
      '--last-month and --month cannot be used together',
      'lastMonth and month cannot be used together',
    ],
    ["--by: no row has the column '--x'", "by: no row has the column '--x'"],
    ['costctl costs mirror DIR --from DAY', 'costctl costs mirror DIR --from DAY'],
  ])('reads the message %j as %j', (text, expected) => {
    expect(wordsOf('spend_summary').message(text)).toBe(expected);
  });

  test.each([
    [
      "costctl costs columns --last 7d --where 'a=b; c' --sandbox shows the columns",
      'cost_columns shows the columns',
    ],
    [
      "costctl costs columns --mirror '/it'\\''s' --last 7d; then add --by",
      'cost_columns; then add by',
    ],
    [
      'make and review the plan again: costctl config plan FILE -O plan.json',
      'make and review the plan again: config_plan',
    ],
    ['costctl costs summary --last=7d, or --where', 'spend_summary, or where'],
    [
      'costctl metrics list --profile work shows the ids',
      'list_records of the kind metrics shows the ids',
    ],
    ['write --convert-to EUR; see costctl costs summary --help', 'write convertTo EUR'],
    ['add --output, or use .csv, .json', 'use .csv, .json'],
    ['costctl help conditions', undefined],
    ['starting over (--resume continues it)', 'starting over'],
    [
      'name it with --currency-column; costctl costs columns shows the columns',
      'name it with --currency-column (for a person at the command line); cost_columns shows the columns',
    ],
    [
      'costctl costs mirror NEW --from 2026-08-01 makes one',
      'costctl costs mirror NEW --from 2026-08-01 makes one (for a person at the command line)',
    ],
  ])('reads the hint %j as %j', (text, expected) => {
    expect(wordsOf('spend_summary').hint(text)).toBe(expected);
  });
});

test('no tool answers a wrong input with an option or a line of the command line', async () => {
  const { call, close } = await connectMcp(['--sandbox', '--export-dir', createFolder()]);
  const wrong: readonly [string, Record<string, unknown>][] = [
    ...toolPlans
      .filter(({ options }) => options.includes('month'))
      .map(({ name }): [string, Record<string, unknown>] => [
        name,
        { month: 'May', metric: 'Orders', file: 'a.csv' },
      ]),
    ['spend_summary', {}],
    ['spend_summary', { to: '2026-10-01' }],
    ['spend_summary', { last: '2d', by: ['servce'] }],
    ['spend_summary', { last: '2d', where: ['servce=x'] }],
    ['spend_summary', { last: '2d', convertTo: 'Euro' }],
    ['unit_cost', { last: '2d', metric: 'bmt_none' }],
    ['spend_anomalies', { last: '2d', minImpact: 'much' }],
    ['export_costs', { last: '2d', file: 'costs.exe' }],
    ['export_costs', { last: '2d', file: 'a.csv', columns: 'nope' }],
  ];
  for (const [name, given] of wrong) {
    const plan = toolPlans.find((one) => one.name === name);
    const known = [...(plan?.options ?? []), plan?.writes];
    const input = Object.fromEntries(Object.entries(given).filter(([key]) => known.includes(key)));
    const { ok, error } = await call(name, input);
    expect([name, input, ok, error?.message]).toEqual([name, input, false, expect.any(String)]);
    expect(`${error?.message} ${error?.hint}`).not.toMatch(/--|costctl|schema/);
  }
  await close();
});
