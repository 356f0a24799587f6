import { followLink } from '../../src/api/page-links.ts';
import { CostctlError } from '../../src/errors.ts';
import { Fault } from '../../src/http/exchange.ts';
import { isLoopback } from '../../src/http/proxy.ts';
import { checkPath, fillPath } from '../../src/http/request.ts';
import { checkBaseUrl, onOrOff, settingKinds } from '../../src/settings/setting-kinds.ts';
import { createTestClient } from '../helpers/client.ts';
import { type Fuzzer, strange, textFuzzer } from './draw.ts';

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

const tokenPieces = ['tok_', 'secret', '\r\n', 'X-Evil: 1', ' ', '\n', '\t', ':', 'a', ...strange];

/** A token goes into its header as it is, or nothing is sent at all. */
async function checkToken(token: string): Promise<string | undefined> {
  let sent = 0;
  const client = createTestClient(new URL('http://127.0.0.1:1'), {
    token: async () => token,
    retries: 0,
    transport: {
      exchange: () => {
        sent += 1;
        return Promise.reject(new Fault('unsent', new Error('refused')));
      },
      close: () => Promise.resolve(),
    },
  });
  try {
    await client.request({ method: 'GET', path: '/v1/x', idempotent: true });
  } catch (error) {
    if (!(error instanceof CostctlError)) return String(error);
    const isClean = /^[\x21-\x7e]+$/.test(token);
    if ((error.code === 'not_configured') === isClean) return error.message;
    if (token.startsWith('tok_') && error.message.includes(token)) return 'the token is revealed';
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
function checkSetting(text: string): string | undefined {
  for (const kind of [...Object.values(settingKinds), onOrOff]) {
    const result = kind.parse(text);
    if ('value' in result === 'problem' in result) return 'neither a value nor a problem';
  }
  if (checkBaseUrl(text, false) !== undefined) return undefined;
  const url = new URL(text);
  const isSafe = url.protocol === 'https:' || isLoopback(url.hostname);
  return isSafe && url.username === '' && url.search === ''
    ? undefined
    : 'an unsafe address is taken';
}

export const hostileFuzzers: readonly Fuzzer[] = [
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
];
