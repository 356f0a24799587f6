import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkToken, createTokenReader, maskToken, readToken } from '../../src/profiles/token.ts';
import type { Settings } from '../../src/settings.ts';
import type { Program, ProgramResult } from '../../src/terminal.ts';
import { needs } from '../helpers/needs.ts';
import { createContext } from '../settings/world.ts';

const secret = 'tok_secret_0123456789';

function setting(value: Settings['token']['value'], origin: string): Settings['token'] {
  return { value, source: 'environment', origin };
}

function file(content: string): Settings['token'] {
  const path = join(mkdtempSync(join(tmpdir(), 'costctl-token-')), 'token');
  writeFileSync(path, content);
  return setting({ kind: 'file', path }, 'COSTCTL_TOKEN_FILE');
}

function command(result: ProgramResult) {
  const ran: Program[] = [];
  const context = createContext({
    runProgram: (program) => {
      ran.push(program);
      return Promise.resolve(result);
    },
  });
  return { context, ran, token: setting({ kind: 'command', command: 'pass x' }, 'profile work') };
}

async function failureOf(reading: Promise<unknown>): Promise<Error> {
  const error = await reading.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Error)) throw new Error('it did not fail');
  return error;
}

test('removes the spaces around a token', async () => {
  const token = setting({ kind: 'text', text: ` ${secret}\n` }, 'COSTCTL_TOKEN');
  expect(await readToken(token, createContext())).toBe(secret);
});

test.each([secret, `${secret}\n`, `${secret}\r\nmore\n`, `\uFEFF${secret}\n`, `  ${secret}  \n`])(
  'reads the token from the first line of a token file: %j',
  async (content) => {
    expect(await readToken(file(content), createContext())).toBe(secret);
  },
);

test('a mark of the byte order within a token is not removed', async () => {
  const error = await failureOf(readToken(file('tok_\uFEFFsecret'), createContext()));
  expect(error.message).toContain('outside ASCII');
});

test('a relative token file path starts at the working folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'costctl-token-'));
  writeFileSync(join(folder, 'token'), secret);
  const token = setting({ kind: 'file', path: 'token' }, 'COSTCTL_TOKEN_FILE');
  expect(await readToken(token, createContext({ workingFolder: () => folder }))).toBe(secret);
});

describe('an endless file', () => {
  needs('/dev/zero');

  test('is refused as a token', async () => {
    const token = setting({ kind: 'file', path: '/dev/zero' }, 'COSTCTL_TOKEN_FILE');
    await expect(readToken(token, createContext())).rejects.toMatchObject({
      code: 'usage',
      message: 'COSTCTL_TOKEN_FILE: the token is longer than 16384 characters',
    });
  });
});

test('a token file that cannot be read is a file error that names the variable', async () => {
  const token = setting({ kind: 'file', path: '/no/token' }, 'COSTCTL_TOKEN_FILE');
  await expect(readToken(token, createContext())).rejects.toMatchObject({
    code: 'file',
    message: 'COSTCTL_TOKEN_FILE: cannot read /no/token: no such file or folder',
  });
});

test('uses the first output line of the token command, which runs once per run', async () => {
  const { context, ran, token } = command({ status: 0, stdout: `${secret}\nuser: ann\n` });
  const read = createTokenReader(token, context);
  expect(await Promise.all([read(), read()])).toEqual([secret, secret]);
  expect(ran).toEqual([{ command: 'pass x', shell: true, output: 'capture', timeout: 60_000 }]);
});

test('hides a token as soon as it is read, even a refused one', async () => {
  for (const printed of [secret, `${secret} x`]) {
    const { context, token } = command({ status: 0, stdout: `${printed}\n` });
    await readToken(token, context).catch(() => undefined);
    expect(context.secrets.mask(`a ${printed}`)).toBe('a ****');
  }
});

test.each<[string, ProgramResult, string]>([
  ['fails', { status: 3, stdout: secret }, 'exit status 3'],
  [
    'takes too long',
    { status: null, stdout: secret, failure: 'ended by SIGTERM' },
    'ended by SIGTERM (it may take 60 s)',
  ],
  ['prints nothing', { status: 0, stdout: '' }, 'its first output line is empty'],
  [
    'prints an empty first line',
    { status: 0, stdout: `\n${secret}` },
    'its first output line is empty',
  ],
  [
    'prints a sentence',
    { status: 0, stdout: `the token is ${secret}` },
    'its first output line has spaces, line breaks, control characters or characters outside ASCII',
  ],
])(
  'a token command that %s is a not_configured error without its output',
  async (_what, result, words) => {
    const { context, token } = command(result);
    const error = await failureOf(readToken(token, context));
    expect(error).toMatchObject({
      code: 'not_configured',
      message: `the token command of profile work failed: ${words}`,
      details: { hint: expect.stringContaining('costctl profiles path') },
    });
    expect(JSON.stringify(error)).not.toContain(secret);
  },
);

test('an interrupted token command fails with the interruption', async () => {
  const reason = new Error('interrupted');
  const { context, token } = command({ status: null, stdout: '', failure: 'aborted' });
  const aborted = { ...context, signal: AbortSignal.abort(reason) };
  await expect(readToken(token, aborted)).rejects.toBe(reason);
});

test.each([
  '',
  'a b',
  'a\nb',
  'a\tb',
  'a\u0000b',
  'tökén',
  'a\u200bb',
  'a\uFEFFb',
  'x'.repeat(16_385),
])('refuses the text %j as a token', async (text) => {
  const error = await failureOf(
    readToken(setting({ kind: 'text', text }, 'COSTCTL_TOKEN'), createContext()),
  );
  expect(error).toMatchObject({ code: 'usage' });
  expect(error.message).toMatch(/^COSTCTL_TOKEN: the token (is|has) /);
  if (text !== '') expect(error.message).not.toContain(text);
});

test('without a token, the error says how to set one and suggests --sandbox', async () => {
  await expect(readToken(setting(undefined, ''), createContext())).rejects.toMatchObject({
    code: 'not_configured',
    message: 'no API token is set',
    details: {
      hint: 'costctl profiles add NAME, or set COSTCTL_TOKEN or COSTCTL_TOKEN_FILE; --sandbox needs none',
    },
  });
});

test('a masked token shows its last four characters, and nothing of a short one', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\x21-\x7e]{1,40}$/), (token) => {
      expect(checkToken(token)).toBeUndefined();
      expect(maskToken(token)).toBe(token.length < 16 ? '****' : `****${token.slice(-4)}`);
    }),
  );
});
