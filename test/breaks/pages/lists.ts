import type { Break } from '../break.ts';

const pages = 'test/api/pages.test.ts';
const commands = 'test/commands/lists.test.ts';
const ids = 'test/commands/typed-ids.test.ts';
const costs = 'test/commands/costs-list.test.ts';

/** Which list, the file that asks for it, and where it says which part. */
const asked = [
  ['workspaces', 'workspaces', '{ answer: OpenRecord }, paging', '{ answer: OpenRecord }, {}'],
  ['providers', 'providers', 'answer: Provider }, paging', 'answer: Provider }, {}'],
  ['users', 'users', 'answer: User }, paging', 'answer: User }, {}'],
  ['filters', 'filters', 'SavedFilter },\n    paging,', 'SavedFilter },\n    {},'],
  ['metrics', 'metrics', 'BusinessMetric },\n    paging,', 'BusinessMetric },\n    {},'],
  ['values', 'metrics', 'BusinessMetricValue },\n    paging,', 'BusinessMetricValue },\n    {},'],
  [
    'workspace providers',
    'workspace-providers',
    'answer: OpenRecord },\n    paging,',
    'answer: OpenRecord },\n    {},',
  ],
] as const;

/** Pages of lists, and the ids in them. */
export const lists: readonly Break[] = [
  {
    promise: 'a list is read to its last page',
    file: 'src/api/pages.ts',
    from: 'just: paging.page !== undefined,',
    to: 'just: paging.page !== 0,',
    tests: [pages],
  },
  ...asked.map(([name, file, from, to]) => ({
    promise: `the list of ${name} takes --max, --page, --limit and --param`,
    file: `src/api/${file}.ts`,
    from,
    to,
    tests: [commands],
  })),
  {
    promise: 'no item is told beyond the most that were asked for',
    file: 'src/api/pages.ts',
    from: 'yield items.length > left ? items.slice(0, left) : items;',
    to: 'yield items;',
    tests: [pages],
  },
  {
    promise: 'no page is read behind the one that holds the last item asked for',
    file: 'src/api/pages.ts',
    from: 'if (just || read >= max || next',
    to: 'if (just || next',
    tests: [pages],
  },
  {
    promise: 'no page is fetched ahead that the most items asked for do not need',
    file: 'src/api/pages.ts',
    from: 'announced(query, page, Math.min(ahead, needed))',
    to: 'announced(query, page, Math.max(ahead, needed))',
    tests: [pages],
  },
  {
    promise: 'a page is no longer than the most items asked for',
    file: 'src/api/pages.ts',
    from: 'Math.min(limit, paging.max ?? limit)',
    to: 'limit',
    tests: [pages],
  },
  {
    promise: 'a page asked for by its number is the only one read',
    file: 'src/api/pages.ts',
    from: 'just: paging.page !== undefined,',
    to: 'just: false,',
    tests: [pages],
  },
  {
    promise: 'the page with the number asked for is read',
    file: 'src/api/pages.ts',
    from: "query.set('page', String(paging.page ?? 1));",
    to: "query.set('page', '1');",
    tests: [pages],
  },
  {
    promise: 'a page has as many items as were asked for',
    file: 'src/api/pages.ts',
    from: 'const limit = paging.limit ?? usualLimit;',
    to: 'const limit = usualLimit;',
    tests: [pages],
  },
  {
    promise: 'pages that are announced are asked for together',
    file: 'src/api/pages.ts',
    from: 'ahead: http.concurrency,',
    to: 'ahead: 1,',
    tests: [pages],
  },
  {
    promise: 'a parameter that this program does not know is sent',
    file: 'src/api/pages.ts',
    from: 'return addParameters(query, paging.parameters ?? {});',
    to: 'return query;',
    tests: [commands],
  },
  {
    promise: 'a parameter given twice is sent twice',
    file: 'src/commands/options.ts',
    from: 'groups.set(key, [...(groups.get(key) ?? []), value]);',
    to: 'groups.set(key, [value]);',
    tests: [commands],
  },
  {
    promise: 'a parameter may have an equals sign in its value',
    file: 'src/commands/options.ts',
    from: "const at = text.indexOf('=');",
    to: "const at = text.lastIndexOf('=');",
    tests: [commands],
  },
  {
    promise: 'a parameter takes the place of the one of its name that is sent otherwise',
    file: 'src/api/pages.ts',
    from: 'all.delete(name);',
    to: "all.delete('');",
    tests: [commands],
  },
  {
    promise: 'the list of exchange rates ends at the most that were asked for',
    file: 'src/commands/rates.ts',
    from: 'found.slice(0, max)',
    to: 'found',
    tests: [commands],
  },
  {
    promise: 'a list of cost rows ends at the most that were asked for',
    file: 'src/costs/rows.ts',
    from: 'yield* rows.slice(0, left);',
    to: 'yield* rows;',
    tests: [costs],
  },
  {
    promise: 'a list of cost rows reads no page behind the most that were asked for',
    file: 'src/costs/rows.ts',
    from: 'const pages = Math.ceil(Math.min(count, windowLimit) / source.pageSize);',
    to: 'const pages = Math.ceil(windowLimit / source.pageSize);',
    tests: [costs],
  },
  {
    promise: 'a list of cost rows reads the page with the number asked for',
    file: 'src/costs/rows.ts',
    from: 'source.fetchPage(range, page), options)',
    to: 'source.fetchPage(range, 1), options)',
    tests: [costs],
  },
  {
    promise: 'a page of cost rows has as many as were asked for',
    file: 'src/commands/costs/list.ts',
    from: 'openSource(session, choice.parameters, input.limit)',
    to: 'openSource(session, choice.parameters)',
    tests: [costs],
  },
  {
    promise: 'an id that the service wraps is told as its text, in every format',
    file: 'src/api/http.ts',
    from: 'if (value !== undefined && call.asSent !== true) unwrapIds(value);',
    to: 'if (value !== undefined && call.asSent === false) unwrapIds(value);',
    tests: [ids],
  },
  {
    promise: 'an id that is wrapped twice is told as its text',
    file: 'src/api/answer.ts',
    from: 'while (isContainer(inner) && isTypedId(inner)) inner =',
    to: 'if (isContainer(inner) && isTypedId(inner)) inner =',
    tests: [ids],
  },
  {
    promise: 'an object that has more than Value is no id',
    file: 'src/api/answer.ts',
    from: "keys.length === 1 && keys[0] === 'Value'",
    to: "keys[0] === 'Value'",
    tests: ['test/api/http.test.ts'],
  },
  {
    promise: 'an answer that api prints keeps its wrapped ids',
    file: 'src/commands/api/print.ts',
    from: 'return parseJson(body.toString());',
    to: 'return JSON.parse(body.toString(), (_key, value) => value?.Value ?? value);',
    tests: [ids],
  },
  {
    promise: 'pages that api prints keep their wrapped ids',
    file: 'src/commands/api/print.ts',
    from: '{ asSent: true }',
    to: '{ asSent: false }',
    tests: [ids],
  },
  {
    promise: 'a cost row keeps its wrapped ids',
    file: 'src/costs/page.ts',
    from: 'const value = readRow(page, row);',
    to: 'const value = JSON.parse(JSON.stringify(readRow(page, row)), (_key, one) => one?.Value ?? one);',
    tests: [ids],
  },
];
