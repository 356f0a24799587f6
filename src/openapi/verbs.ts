import { wordsOf } from './words.ts';

/** This program's verbs for those of other programs. */
const synonyms: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  fetch: 'get',
  retrieve: 'get',
  read: 'get',
  show: 'get',
  view: 'get',
  describe: 'get',
  load: 'get',
  index: 'list',
  modify: 'update',
  edit: 'update',
  patch: 'update',
  put: 'update',
  insert: 'create',
  post: 'create',
  destroy: 'delete',
  del: 'delete',
});

/** Verbs at any position in a name: `budgets_list`, `UsersController_findAll`. */
const verbs = new Set([
  ...['list', 'get', 'create', 'update', 'delete', 'remove', 'add', 'set', 'find', 'search'],
  ...['replace', 'upsert', 'count', 'cancel', 'enable', 'disable', 'activate', 'deactivate'],
  ...Object.keys(synonyms),
]);

/** Verbs at the end of a path: `POST /alerts/{id}/pause`. */
const actionWords = new Set([
  ...verbs,
  ...['accept', 'acknowledge', 'approve', 'archive', 'assign', 'attach', 'authorize', 'block'],
  ...['cancel', 'capture', 'check', 'clear', 'clone', 'close', 'commit', 'complete', 'confirm'],
  ...['connect', 'convert', 'copy', 'decline', 'decrypt', 'detach', 'disconnect', 'dismiss'],
  ...['download', 'encrypt', 'execute', 'expire', 'export', 'finalize', 'finish', 'flush', 'fork'],
  ...['generate', 'import', 'increment', 'install', 'invite', 'issue', 'join', 'leave', 'link'],
  ...['lock', 'login', 'logout', 'lookup', 'mark', 'merge', 'move', 'mute', 'notify', 'open'],
  ...['pause', 'pay', 'pin', 'ping', 'preview', 'publish', 'purge', 'query', 'reactivate'],
  ...[
    'promote',
    'match',
    'duplicate',
    'instantiate',
    'return',
    'rebuild',
    'refresh',
    'refund',
    'register',
    'reject',
    'release',
    'rename',
    'render',
    'renew',
  ],
  ...['reopen', 'reorder', 'resend', 'reset', 'resolve', 'restart', 'restore', 'resume', 'retry'],
  ...[
    'reverse',
    'revert',
    'review',
    'revoke',
    'rollback',
    'rotate',
    'run',
    'send',
    'share',
    'sign',
  ],
  ...['snooze', 'start', 'stop', 'submit', 'subscribe', 'suspend', 'swap', 'sync', 'test', 'track'],
  ...['transfer', 'translate', 'trigger', 'unarchive', 'unassign', 'unblock', 'uninstall'],
  ...['unlink', 'unlock', 'unpin', 'unpublish', 'unsubscribe', 'upload', 'use', 'validate'],
  ...['verify', 'void', 'withdraw', 'append', 'apply', 'ask', 'change', 'extract', 'process'],
  ...['recalculate', 'calculate', 'estimate', 'evaluate', 'simulate', 'terminate', 'compare'],
  ...['exchange', 'introspect', 'migrate', 'provision', 'recover', 'repair', 'scan'],
]);

/** Verbs that remove something, whatever it is: the only ones allowed for a DELETE. */
const removing = new Set([
  ...['delete', 'remove', 'purge', 'clear', 'revoke', 'unassign', 'detach', 'disconnect', 'unlink'],
  ...['cancel', 'deactivate', 'disable', 'uninstall', 'unsubscribe', 'terminate', 'void', 'wipe'],
  ...[
    'drop',
    'erase',
    'reset',
    'unset',
    'expire',
    'leave',
    'kick',
    'discard',
    'dismiss',
    'archive',
  ],
  ...['unarchive', 'unpublish', 'unblock', 'unban', 'unpin', 'unlock', 'unfollow', 'unstar'],
  ...['unregister', 'deregister', 'withdraw', 'stop', 'abort', 'flush', 'undo', 'unshare', 'end'],
]);

const reading = new Set(['list', 'get', 'find', 'search', 'count', 'check', 'query', 'lookup']);
const changing = new Set(['create', 'update', 'replace', 'upsert', 'add', 'set', ...removing]);

const plain = new Set(['list', 'get', 'create', 'update', 'delete', 'replace', 'add', 'set']);

const noise = new Set(['async', 'endpoint', 'handler', 'operation', 'controller', 'method']);

/** The words of an operation's id, verb first, in this program's spelling. */
export function verbFirst(id: string): string[] {
  const words = wordsOf(id).filter((word) => !noise.has(word) && !isVersion(word));
  const place = findVerb(words);
  if (place < 0) return words;
  const verb = words[place] ?? '';
  return [synonyms[verb] ?? verb, ...words.slice(0, place), ...words.slice(place + 1)];
}

/** The verb that an id has, in its own spelling; empty if it has none. */
export function statedVerb(id: string): string {
  const words = wordsOf(id);
  return words[findVerb(words)] ?? '';
}

/** Verbs that only read, so that they are poor names for a POST. */
export function isReading(verb: string): boolean {
  return reading.has(synonyms[verb] ?? verb);
}

/** Verbs of which the method says as much. */
export function isPlain(verb: string): boolean {
  return plain.has(synonyms[verb] ?? verb);
}

/** A plain verb at either end takes precedence over a word that may be a verb. */
function findVerb(words: readonly string[]): number {
  const [first = '', last = ''] = [words[0], words.at(-1)];
  if (verbs.has(first)) return 0;
  if (verbs.has(last)) return words.length - 1;
  if (actionWords.has(first)) return 0;
  if (actionWords.has(last)) return words.length - 1;
  return words.findIndex((word) => verbs.has(word));
}

function isVersion(word: string): boolean {
  return /^v\d+$/.test(word);
}

export function isActionWord(word: string): boolean {
  return actionWords.has(word);
}

/** Whether `-y` would confirm something that is called what it is. */
export function saysRemoval(words: readonly string[]): boolean {
  const [first = ''] = words;
  return removing.has(first) || (!reading.has(first) && removing.has(words.at(-1) ?? ''));
}

/**
 * The verb that suits the method: a name never promises less than the request does. A GET changes nothing,
 * whatever its id says; a DELETE removes something.
 */
export function suitVerb(method: string, words: readonly string[], isList: boolean): string[] {
  const [first = '', ...rest] = words;
  switch (method) {
    case 'GET':
    case 'HEAD':
      if (first === 'get' && isList) return ['list', ...rest];
      return changing.has(first) ? [isList ? 'list' : 'get', ...rest] : [...words];
    case 'DELETE': {
      if (saysRemoval(words)) return [...words];
      const own = words.find((word) => removing.has(word));
      if (own !== undefined) return [own, ...words.filter((word) => word !== own)];
      return ['delete', ...(isActionWord(first) && verbs.has(first) ? rest : words)];
    }
    case 'PUT':
    case 'PATCH':
      return reading.has(first) && verbs.has(first) ? ['update', ...rest] : [...words];
    default:
      return [...words];
  }
}
