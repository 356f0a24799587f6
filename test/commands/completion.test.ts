import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { run } from '../helpers/run.ts';

test.each([
  ['bash', 'completions/costctl.bash'],
  ['zsh', 'completions/_costctl'],
  ['fish', 'completions/costctl.fish'],
  ['powershell', 'completions/costctl.ps1'],
])('completion %s prints the script in the package and needs no profile', async (shell, path) => {
  const { stdout, stderr, exitCode } = await run(['completion', shell]);
  expect({ stdout, stderr, exitCode }).toEqual({
    stdout: readFileSync(path, 'utf8'),
    stderr: '',
    exitCode: 0,
  });
});

test('completion for an unknown shell is refused and lists the supported shells', async () => {
  const { stderr, exitCode } = await run(['completion', 'tcsh']);
  expect(exitCode).toBe(2);
  for (const shell of ['bash', 'zsh', 'fish']) expect(stderr).toContain(shell);
});
