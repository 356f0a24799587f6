import { describe, expect, test } from 'vitest';
import { builtInKinds } from '../../src/config/managed-kinds.ts';
import { describeProblem, InvalidFile } from '../../src/formats/yaml/file-problem.ts';
import { read, readFilesOf } from './helpers.ts';

function problemsOf(work: () => unknown): string[] {
  try {
    work();
  } catch (error) {
    if (error instanceof InvalidFile) return error.problems.map(describeProblem);
    throw error;
  }
  return [];
}

test('a problem names the file, line, column, path, expected keys and nearest key', () => {
  const text = 'version: 1\nmetrics:\n  - name: Orders\n    unti: order\n';
  const [problem] = (() => {
    try {
      read(text);
    } catch (error) {
      return error instanceof InvalidFile ? error.problems : [];
    }
    return [];
  })();
  expect(problem).toEqual({
    file: 'f.yaml',
    line: 4,
    column: 5,
    path: 'metrics[0].unti',
    message: 'unknown key',
    nearest: 'unit',
    expected: 'one of id, workspace, name, unit, labelColumns',
  });
});

test.each([
  ['', 'f.yaml: ', 'the file has no keys'],
  ['[]', 'f.yaml:1:1: ', 'the file has no keys'],
  ['metrics: []', 'f.yaml:1:1: ', 'version: is required'],
  ['version: 2', 'f.yaml:1:10: version', 'version: must be 1'],
  ['version: "1"', 'f.yaml:1:10: version', 'version: must be a whole number'],
  ['version: 1\nworkspace: 2026', 'f.yaml:2:12: workspace', 'text or an object: write "2026"'],
  [
    'version: 1\nworkspaceProviders: [{provider: p, accounts: 5}]',
    'workspaceProviders[0].accounts',
    'accounts: must be text or a list',
  ],
  ['version: 1\nmetric: []', 'f.yaml:2:1: metric', 'did you mean metrics?'],
  ['version: 1\nmetrics: x', 'f.yaml:2:10: metrics', 'metrics: must be a list or null'],
  ['version: 1\nmetrics: [x]', 'f.yaml:2:11: metrics[0]', 'metrics[0]: must be an object'],
  ['version: 1\nmetrics: [{unit: x}]', 'f.yaml:2:11: metrics[0]', 'has no name'],
  ['version: 1\nmetrics: [{name: no}, {name: 5}]', ': metrics[1].name', 'write "5"'],
  [
    'version: 1\nworkspaceProviders: [{provider: p, accounts: [0123]}]',
    ': workspaceProviders[0].accounts[0]',
    'accounts[0]: must be text: write "0123"',
  ],
  ['version: 1\nmetrics: [{name: {a: b}}]', 'f.yaml:2:18: metrics[0].name', 'name: must be text'],
  ['version: 1\nmetrics: [{name: [a]}]', ': metrics[0].name', 'name: must be text'],
  [
    'version: 1\nfilters: [{title: a, isDefault: x}]',
    ': filters[0].isDefault',
    'isDefault: must be true or false',
  ],
  ['version: 1\nmetrics: [{name: true}]', ': metrics[0].name', 'write "true"'],
  ['version: 1\nfilters: [{title: a, isDefault: yes}]', 'isDefault', 'must be true or false'],
  [
    'version: 1\nproviders: [{name: a, syncFrequencyMinutes: 30}]',
    'providers[0].syncFrequencyMinutes',
    'must be at least 60',
  ],
  [
    'version: 1\nusers: [{role: viewer, email: a}]',
    'f.yaml:2:31: users[0].email',
    'email: must be an email address',
  ],
  [
    'version: 1\nusers: [{email: "a\\e@b"}]',
    'f.yaml:2:17: users[0].email',
    'email: must be an email address',
  ],
  [
    'version: 1\nusers: [{email: a@b, firstName: "A\\u202e"}]',
    'users[0].firstName',
    'must be a name without control characters',
  ],
  ['version: 1\nusers: [{email: a@b, role: edtor}]', 'users[0].role', 'did you mean editor?'],
  [
    'version: 1\nmetrics: [{name: a, labelColumns: [b, b]}]',
    'metrics[0].labelColumns[1]',
    'is given twice',
  ],
  [
    `version: 1\nfilters: [{title: ${'é'.repeat(201)}}]`,
    'filters[0].title',
    'must have at most 200 characters, and has 201',
  ],
  [
    'version: 1\nmetrics: [{name: a}, {name: a}]',
    'f.yaml:2:22: metrics[1]',
    'the metric a is described at f.yaml:2:11 already',
  ],
  [
    'version: 1\nmetrics: [{name: a, id: x}, {name: a, id: y}, {name: a}]',
    'f.yaml:2:47: metrics[2]',
    'the metric a is described at f.yaml:2:11 already',
  ],
  [
    'version: 1\nmetrics: [{name: a}, {name: a, id: x}]',
    'metrics[1]',
    'the metric a is described at f.yaml:2:11 already',
  ],
  [
    'version: 1\nusers: [{email: a@b}, {email: A@B}]',
    'users[1]',
    'the user A@B is described at f.yaml:2:9 already',
  ],
  [
    'version: 1\nmetrics: [{name: a, <<: {unit: b}}]',
    'metrics[0].<<',
    'is a merge key, which YAML 1.2 does not have; expected the keys themselves',
  ],
])('%j is rejected', (text, place, message) => {
  const problems = problemsOf(() => read(text));
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(place);
  expect(problems[0]).toContain(message);
});

describe('secrets', () => {
  test.each(['hunter2', '12345', 'env:', 'env:a b', '${SECRET}', 'true'])(
    'the credential %s is rejected and never shown',
    (value) => {
      const text = `version: 1\nproviders: [{name: a, key: b, credentials: {c: ${JSON.stringify(value)}}}]`;
      const [problem] = problemsOf(() => read(text, { SECRET: 'hunter2' }));
      expect(problem).toContain('providers[0].credentials.c: ');
      expect(problem).toContain('env:VARIABLE or @file');
      expect(problem).not.toMatch(/hunter2|12345/);
    },
  );

  test('a number in place of a secret is not shown', () => {
    const text = 'version: 1\nproviders: [{name: a, credentials: {c: 987654321}}]';
    expect(problemsOf(() => read(text)).join()).not.toContain('987654321');
  });

  test.each(['env:KEY', '@key.txt', '@../a b'])('the source %s is accepted', (value) => {
    const text = `version: 1\nproviders: [{name: a, credentials: {c: ${JSON.stringify(value)}}}]`;
    expect(problemsOf(() => read(text))).toEqual([]);
  });

  test.each(['env:COSTCTL_TOKEN', 'env:COSTCTL_TOKEN_FILE', 'env:costctl_token'])(
    'the source %s is rejected: a token of this program is no credential',
    (value) => {
      const text = `version: 1\nproviders: [{name: a, key: b, credentials: {c: ${value}}}]`;
      expect(problemsOf(() => read(text))).toEqual([
        expect.stringContaining('providers[0].credentials.c: is the token of this program'),
      ]);
    },
  );

  test('a field with a secret-sounding name counts as a secret at any depth', () => {
    const text = 'version: 1\nworkspace: {name: a, settings: {password: hunter2}, token: env:T}';
    expect(problemsOf(() => read(text))).toEqual([
      'f.yaml:2:32: workspace.settings.password: is a secret; expected env:VARIABLE or @file: a secret does not belong in this file',
    ]);
  });
});

test('all problems of all files are reported, in file order', () => {
  const problems = problemsOf(() =>
    readFilesOf(['version: 1\nmetrics: [{unti: a}, {name: 5}]', 'version: 3', 'a: [']),
  );
  expect(problems.map((problem) => problem.split(':', 1)[0])).toEqual([
    ...['f.yaml', 'f.yaml', 'f1.yaml', 'f2.yaml'],
  ]);
});

test('an item of the organization may be described only once in the files of all workspaces', () => {
  const fileOf = (name: string) => `version: 1\nworkspace: ${name}\nusers: [{email: a@b}]`;
  expect(problemsOf(() => readFilesOf([fileOf('A'), fileOf('B')]))).toEqual([
    'f1.yaml:3:9: users[0]: the user a@b is described at f.yaml:3:9 already',
  ]);
});

test('a number in a variable keeps its digits', () => {
  const { metrics } = builtInKinds;
  const limit = { form: { type: ['number'] } } as const;
  const kinds = [{ ...metrics, fields: { ...metrics.fields, limit } }];
  const N = '1234567.8901234567890';
  const text = 'version: 1\nmetrics: [{name: a, unit: b, limit: "${N}"}]';
  const { entries } = readFilesOf([text], { N }, kinds);
  expect(String(entries[0]?.fields['limit'])).toBe(N);
});

test('a variable may contain a number, true or false', () => {
  const { entries } = read(
    'version: 1\nproviders: [{name: "${N}", syncFrequencyMinutes: "${M}"}]\nfilters: [{title: t, isDefault: "${D}"}]',
    { N: '0123', M: '60', D: 'true' },
  );
  expect(entries.map(({ fields }) => fields)).toEqual([
    { title: 't', isDefault: true },
    { name: '0123', syncFrequencyMinutes: 60 },
  ]);
});

test.each(['', 'yes', 'TRUE', '1', 'xtrue', 'truex', 'true\n', ' true', 'false true'])(
  'a variable with %j is neither true nor false',
  (text) => {
    const file = 'version: 1\nfilters: [{title: t, isDefault: "${D}"}]';
    const problems = problemsOf(() => read(file, { D: text }));
    expect(problems).toEqual([expect.stringContaining('isDefault')]);
  },
);

test('null and an empty list both mean no entries', () => {
  const { entries, lists } = read('version: 1\nmetrics:\nfilters: []\nusers: null\n');
  expect({ entries, lists: lists.map(({ kind }) => kind.name) }).toEqual({
    entries: [],
    lists: ['metrics', 'filters', 'users'],
  });
});
