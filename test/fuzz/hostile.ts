import type { Dispatcher } from 'undici';
import { followLink } from '../../src/api/links.ts';
import { readBody } from '../../src/commands/body.ts';
import type { Context } from '../../src/context.ts';
import { CostctlError } from '../../src/errors.ts';
import { checkPath, fillPath } from '../../src/http/path.ts';
import { setPath } from '../../src/json/merge.ts';
import { stringifyJson } from '../../src/json/stringify.ts';
import { safeJson, safeLines, safeText } from '../../src/output/safe.ts';
import { checkBaseUrl, isLoopback } from '../../src/settings/base-url.ts';
import * as forms from '../../src/settings/forms.ts';
import { removeFolder } from '../e2e/program.ts';
import { createTestClient } from '../helpers/client.ts';
import { createFolder, run } from '../helpers/run.ts';
import { createDraw, type Fuzzer, strange, textFuzzer } from './draw.ts';

/** What a terminal obeys, or what hides or turns text. Written apart from what it is held against. */
function isObeyed(code: number): boolean {
  if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) return true;
  if (code >= 0xd800 && code <= 0xdfff) return true;
  const bidi = [0x061c, 0x200e, 0x200f, 0x2028, 0x2029, 0xfeff];
  return (
    bidi.includes(code) || (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)
  );
}

function firstObeyed(text: string, allowed: string): string | undefined {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (isObeyed(code) && !allowed.includes(character)) return code.toString(16);
  }
  return undefined;
}

const codePoints = 0x110000;

const everyCharacter: Fuzzer = {
  name: 'every character there is: none that a terminal obeys is shown',
  cases: codePoints,
  play: (count, seed) => {
    const first = count >= codePoints ? 0 : (seed * 7919) % 0x3000;
    for (let code = first; code < Math.min(codePoints, first + count); code += 1) {
      const text = `a${String.fromCodePoint(code)}b`;
      const shown = [firstObeyed(safeText(text), ''), firstObeyed(safeLines(text), '\n\t')];
      const json = safeJson(JSON.stringify(text));
      if (shown.some((one) => one !== undefined) || firstObeyed(json, '\n') !== undefined) {
        throw new Error(`U+${code.toString(16)} is shown as it is`);
      }
      if (JSON.parse(json) !== text) throw new Error(`U+${code.toString(16)} is lost in JSON`);
    }
  },
};

const asked = new URLSearchParams({ page: '1', limit: '100', workspaceId: 'wsp_main' });
const linkPieces = [
  ...['https://', 'http://', '//', 'evil.example', '@', ':', '/', '\\', '..', '?', '#', '&', '='],
  ...[
    'page',
    'page=2',
    'limit=',
    'workspaceId=wsp_other',
    '%00',
    '%',
    '%0d%0a',
    'javascript:',
    ...strange,
  ],
];

/** A link asks for a query and for nothing else; what was asked before stays asked. */
function checkLink(link: string): string | undefined {
  const query = followLink(link, asked);
  for (const name of asked.keys()) if (!query.has(name)) return `${name} is lost`;
  return /[\s"<>\\#]/.test(query.toString()) ? 'what is no query' : undefined;
}

const idPieces = [
  '.',
  '..',
  '/',
  '\\',
  '%2e',
  '%2f',
  '%',
  '?',
  '#',
  ':',
  ';',
  '@',
  'a',
  'flt_x',
  ' ',
  ...strange,
];

/** An id stays one segment of the path, and comes out as it went in; or it is refused. */
function checkId(id: string): string | undefined {
  let path: string;
  try {
    path = checkPath(fillPath('/v1/saved-filters/{filterId}/x', { filterId: id }));
  } catch (error) {
    return error instanceof CostctlError && error.code === 'usage' ? undefined : String(error);
  }
  const { pathname, search, hash } = new URL(`https://api.example${path}`);
  const segments = pathname.split('/');
  if (segments.length !== 5 || search !== '' || hash !== '') return 'it leaves its segment';
  return decodeURIComponent(segments[3] ?? '') === id ? undefined : 'another id';
}

const keyPieces = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  '.',
  '.',
  'a',
  '0',
  '=',
  '',
];
const noContext: Context = Object.create(null);

/** Keys of any name become the body's own, and no object else has them. */
async function checkKey(key: string): Promise<string | undefined> {
  const before = Object.getOwnPropertyNames(Object.prototype).join();
  const text = `${key}=x`;
  try {
    const body = await readBody(noContext, {
      set: [text],
      setJson: [`${text === '=x' ? 'b' : key}={"__proto__":{"polluted":1}}`],
    });
    const written = stringifyJson(body ?? {});
    const [first = ''] = (key.split('=')[0] ?? '').split('.');
    if (!Object.hasOwn(JSON.parse(written), first)) return `the body is ${written}`;
  } catch (error) {
    if (!(error instanceof CostctlError)) return String(error);
  }
  setPath({ a: { b: 1 } }, key, 'x');
  const polluted = Reflect.get({}, 'polluted') !== undefined || Reflect.get({}, 'x') !== undefined;
  const after = Object.getOwnPropertyNames(Object.prototype).join();
  return polluted || after !== before ? 'Object.prototype was changed' : undefined;
}

const tokenPieces = ['tok_', 'secret', '\r\n', 'X-Evil: 1', ' ', '\n', '\t', ':', 'a', ...strange];

/** A token goes into its header as it is, or nothing is sent at all. */
async function checkToken(token: string): Promise<string | undefined> {
  let sent = 0;
  const client = createTestClient(new URL('http://127.0.0.1:1'), {
    token: async () => token,
    retries: 0,
    dispatcher: Object.assign(Object.create(null), {
      dispatch: (_options: unknown, handler: Dispatcher.DispatchHandler) => {
        sent += 1;
        const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
        handler.onResponseError?.(Object.create(null), refused);
        return true;
      },
    }),
  });
  try {
    await client.request({ method: 'GET', path: '/v1/x', idempotent: true });
  } catch (error) {
    if (!(error instanceof CostctlError)) return String(error);
    const isClean = /^[\x21-\x7e]+$/.test(token);
    if ((error.code === 'not_configured') === isClean) return error.message;
    if (token.startsWith('tok_') && error.message.includes(token)) return 'the token is told';
    return isClean === sent > 0 ? undefined : 'sent';
  } finally {
    await client.close();
  }
  return 'it went through';
}

const settingPieces = [
  'http',
  'https',
  '://',
  '127.0.0.1',
  'localhost',
  '.',
  '[::1]',
  'a.example',
  '@',
  ':',
  '/',
  '?',
  '#',
  '0',
  '1',
  '-',
  'e9',
  ' ',
  ...strange,
];
const allForms = Object.values(forms).filter((form) => form.length === 1);

function checkSetting(text: string): string | undefined {
  for (const form of allForms) {
    const result = form === forms.formOfBaseUrl ? {} : Reflect.apply(form, undefined, [text]);
    const isDue = 'value' in result !== 'problem' in result || form === forms.formOfBaseUrl;
    if (!isDue) return 'neither a value nor a problem';
  }
  if (checkBaseUrl(text, false) !== undefined) return undefined;
  const url = new URL(text);
  const isSafe = url.protocol === 'https:' || isLoopback(url.hostname);
  return isSafe && url.username === '' && url.search === ''
    ? undefined
    : 'an unsafe address is taken';
}

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

const commandLines: Fuzzer = {
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
        if (!isKnown || shown !== undefined || /a fault of this program|^\s+at /m.test(stderr)) {
          throw new Error(`${JSON.stringify(line)}: exit ${exitCode}: ${stderr}`);
        }
      }
    } finally {
      removeFolder(folder);
    }
  },
};

export const hostileFuzzers: readonly Fuzzer[] = [
  everyCharacter,
  textFuzzer(
    'links.next: a query, and no other host',
    100_000,
    ({ text }) => text(linkPieces, 8),
    checkLink,
  ),
  textFuzzer(
    'ids in paths: one segment, or refused',
    100_000,
    ({ text }) => text(idPieces, 5),
    checkId,
  ),
  textFuzzer(
    '--set of any key: own properties alone',
    30_000,
    ({ text }) => text(keyPieces, 6),
    checkKey,
  ),
  textFuzzer(
    'tokens: one header, or nothing sent',
    10_000,
    ({ text }) => text(tokenPieces, 5),
    checkToken,
  ),
  textFuzzer(
    'settings: a value, or what is wrong with it',
    50_000,
    ({ text }) => text(settingPieces, 7),
    checkSetting,
  ),
  commandLines,
];
