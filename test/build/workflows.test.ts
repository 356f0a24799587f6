import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

interface Step {
  readonly uses?: string;
  readonly run?: string;
}
interface Workflow {
  readonly permissions?: unknown;
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
}

const folder = '.github/workflows';
const texts = readdirSync(folder).map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
const workflows = texts.map((text): Workflow => parse(text));
const steps = workflows.flatMap(({ jobs }) => Object.values(jobs).flatMap(({ steps: all }) => all));
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));

test('every action is pinned by its commit, with the version beside it', () => {
  const used = [...texts, readFileSync('action.yml', 'utf8')].flatMap((text) => [
    ...text.matchAll(/^ *(?:- )?uses: (.*)$/gm),
  ]);
  expect(used.length).toBeGreaterThan(8);
  for (const [, action = ''] of used)
    expect(action).toMatch(/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test('every step is one command: a script of the project, which can be run on any machine', () => {
  const commands = steps.flatMap(({ run }) => run ?? []);
  expect(commands.length).toBeGreaterThan(8);
  for (const command of commands) {
    const [program = '', name = '', script = ''] = command.trim().split(' ');
    if (program === 'npm') {
      expect(command).not.toContain('\n');
      if (name !== 'ci') expect(scripts).toHaveProperty(name === 'run' ? script : name);
    } else {
      expect(program).toMatch(/^\.ci\/\w+$/);
      accessSync(program, constants.X_OK);
    }
  }
});

test('a workflow may read the repository, and only publishing may write', () => {
  for (const { permissions } of workflows) expect(permissions).toEqual({ contents: 'read' });
  const writing = workflows.flatMap(({ jobs }) =>
    Object.entries(jobs).flatMap(([name, job]) =>
      Object.hasOwn(job, 'permissions') ? [name] : [],
    ),
  );
  expect(writing).toEqual(['publish']);
});

test('what a packager or a reporter looks for is there', () => {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
  for (const name of ['author', 'bugs', 'exports', 'homepage', 'license', 'repository']) {
    expect(manifest).toHaveProperty(name);
  }
  for (const name of ['SECURITY.md', '.github/CODEOWNERS', '.github/dependabot.yml']) {
    expect(existsSync(name)).toBe(true);
  }
  for (const name of readdirSync('.github/ISSUE_TEMPLATE')) {
    expect(parse(readFileSync(`.github/ISSUE_TEMPLATE/${name}`, 'utf8'))).toBeTypeOf('object');
  }
});
