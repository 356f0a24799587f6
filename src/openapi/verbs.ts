import { wordsOf } from './words.ts';

/** This program's verbs for those of other programs. */
const synonyms: ReadonlyMap<string, string> = new Map([
  ...['fetch', 'retrieve', 'read', 'show', 'view', 'describe', 'load'].map(spelledAs('get')),
  ...['modify', 'edit', 'patch', 'put'].map(spelledAs('update')),
  ['index', 'list'],
  ...['destroy', 'del'].map(spelledAs('delete')),
]);

function spelledAs(verb: string) {
  return (word: string) => [word, verb] as const;
}

const reading = setOf('list get find search count check query lookup');

/** Verbs that say no more than the method. */
const plain = setOf('list get find create update delete replace add set');

/** Verbs that remove something, whatever it is. A DELETE can have no others. */
const removing = setOf(
  `delete remove purge clear revoke unassign detach disconnect unlink cancel deactivate disable
   uninstall unsubscribe terminate void wipe drop erase reset unset expire leave kick discard dismiss
   archive unarchive unpublish unblock unban unpin unlock unfollow unstar unregister deregister
   withdraw stop abort flush undo unshare end`,
);

/** Verbs at any place of a name: `budgets_list`, `UsersController_findAll`. */
const everywhere = new Set([
  ...[...reading, ...plain, ...synonyms.keys()].filter(
    (verb) => !/^(check|query|lookup)$/.test(verb),
  ),
  ...setOf('remove upsert cancel enable disable activate deactivate insert'),
]);

/** Verbs at either end of a name or of a part of a path: `POST /alerts/{id}/pause`. */
const actionWords = new Set([
  ...everywhere,
  ...reading,
  ...setOf(
    `accept acknowledge append apply approve archive ask assign attach authorize block calculate capture
     change check clear clone close commit compare complete confirm connect convert copy decline decrypt
     detach disconnect dismiss download duplicate encrypt estimate evaluate exchange execute expire export
     extract finalize finish flush fork generate import increment install instantiate introspect invite
     issue join leave link lock login logout lookup mark match merge migrate move mute notify open pause
     pay pin ping preview process promote provision publish purge query reactivate rebuild recalculate
     recover refresh refund register reject release rename render renew reopen reorder repair resend reset
     resolve restart restore resume retry return reverse revert review revoke rollback rotate run scan send
     share sign simulate snooze start stop submit subscribe suspend swap sync terminate test track transfer
     translate trigger unarchive unassign unblock uninstall unlink unlock unpin unpublish unsubscribe
     upload use validate verify void withdraw`,
  ),
]);

function setOf(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}

const noise = setOf('async endpoint handler operation controller method');

/** The words of an operation's id, verb first, in this program's spelling. */
export function verbFirst(id: string, method = ''): string[] {
  const words = withoutMethod(
    wordsOf(id).filter((word) => !noise.has(word) && !/^v\d+$/.test(word)),
  );
  const removal = method === 'DELETE' ? words.findIndex((word) => removing.has(word)) : -1;
  const place = removal >= 0 ? removal : findVerb(words);
  if (place < 0) return [...words];
  const verb = words[place] ?? '';
  return [synonyms.get(verb) ?? verb, ...words.toSpliced(place, 1)];
}

/** The words without a method in front of the verb, as in `post-closeStores`. */
function withoutMethod(words: readonly string[]): readonly string[] {
  return words[0] === 'post' && words.length > 1 ? words.slice(1) : words;
}

/** A plain verb at either end takes precedence over a word that may be a verb. */
function findVerb(words: readonly string[]): number {
  const ends = [0, words.length - 1];
  for (const verbs of [everywhere, actionWords]) {
    const found = ends.find((place) => verbs.has(words[place] ?? ''));
    if (found !== undefined) return found;
  }
  return words.findIndex((word) => everywhere.has(word));
}

export function isActionWord(word: string): boolean {
  return actionWords.has(word);
}

/** Whether a verb only reads, and so is a poor name for a change. */
export function isReading(verb: string): boolean {
  return reading.has(synonyms.get(verb) ?? verb);
}

export function isPlain(verb: string): boolean {
  return plain.has(synonyms.get(verb) ?? verb);
}

/** Whether the verb cannot name a GET, which changes nothing, whatever its id says. */
export function isChanging(verb: string): boolean {
  return removing.has(verb) || (isPlain(verb) && !reading.has(verb)) || verb === 'upsert';
}

export function isRemoving(verb: string): boolean {
  return removing.has(verb);
}
