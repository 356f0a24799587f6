import { unescape as decodeLeniently } from 'node:querystring';
import type { Request } from '../http/request.ts';
import { isObject, type JsonValue } from '../json/number.ts';
import { tryJson } from '../json/parse.ts';
import { stringifyJson } from '../json/stringify.ts';
import { pathText } from '../text.ts';

/**
 * Whether a value of this name is a secret: `clientSecretValue`, `signing-key`, `APIKEY`, but not
 * `accessKeyId` or `tokenType`. In a record, a `value` beside a text that is such a name is a secret too.
 * The one list for dry runs, plans, pulled files and the journal.
 */
export function isSecretName(name: string, record: object = {}): boolean {
  if (saysSecret(name)) return true;
  if (!['value', 'content', 'data', 'text'].includes(name.toLowerCase())) return false;
  return Object.entries(record).some(
    ([key, held]) =>
      /^(name|key|field|header)$/i.test(key) && typeof held === 'string' && saysSecret(held),
  );
}

/** A value without the secrets in its records, at any depth: by their names, or by their texts. */
export function withoutSecrets(value: JsonValue, isSecret: IsSecretText = () => false): JsonValue {
  if (Array.isArray(value)) return value.map((one) => withoutSecrets(one, isSecret));
  if (!isObject(value)) return value;
  const open = Object.entries(value).filter(
    ([name, held]) => !isSecretName(name, value) && !hasSecret(held, isSecret),
  );
  return Object.fromEntries(open.map(([name, one]) => [name, withoutSecrets(one, isSecret)]));
}

type IsSecretText = (text: string) => boolean;

/** A list that lacks one of its texts would be another list. */
export function hasSecret(value: JsonValue | undefined, isSecret: IsSecretText): boolean {
  if (Array.isArray(value)) return value.some((one) => hasSecret(one, isSecret));
  return typeof value === 'string' && isSecret(value);
}

/** A parameter may name a property of an object: `auth[password]`, and what `credentials[user]` has is secret too. */
export function isSecretParameter(name: string): boolean {
  return name.split(/[[\]]+/).some((part) => isSecretName(part));
}

export function isSecretHeader(name: string): boolean {
  return isSecretName(name) || /^(x-)?(cookie|auth)/i.test(name);
}

/** What a request sends as a secret: a service may repeat it in an error. */
export function secretsOf({ query, rawQuery, headers = {}, body, secrets = [] }: Request) {
  // A text that was written with more or fewer percent signs than needed is also a secret as written.
  const written = rawQuery?.replaceAll(/(?<==[^&]*)[%+]/g, encodeURIComponent);
  const parameters = [...(query ?? new URLSearchParams(rawQuery)), ...new URLSearchParams(written)];
  return [
    ...secrets,
    ...parameters.flatMap(([name, text]) => (isSecretParameter(name) ? text : secretsInText(text))),
    ...Object.entries(headers).flatMap(([name, text]) =>
      isSecretHeader(name) ? text : secretsInText(text),
    ),
    ...(body === undefined ? [] : secretsIn(readBody(body))),
  ];
}

/** The JSON that a text is, such as a parameter whose content is an object; undefined if it is something else. */
export function nestedIn(text: string): JsonValue | undefined {
  return /^\s*[{[]/.test(text) ? tryJson(text) : undefined;
}

/** Whether a text lets anyone in who has it. */
export function isSecretText(text: string): boolean {
  return secretsInText(text).length > 0;
}

/** The secrets in the addresses of a text: a signature in a query, and a password. */
function secretsInText(text: string): string[] {
  const nested = nestedIn(text);
  if (nested !== undefined) return secretsIn(nested);
  if (!text.includes('://')) return [];
  return [...text.matchAll(inAddress)].flatMap(([, name = '', value = '', , password]) => {
    if (password === undefined && !isSigned(name, value)) return [];
    // A service may also repeat it as it was before it was encoded for the address.
    const encoded = password ?? value.replaceAll('+', ' ');
    const secrets = [password ?? value, decodeLeniently(encoded)];
    return secrets.filter((one) => one.trim() !== '');
  });
}

export function maskAddresses(text: string, mask: string): string {
  if (!text.includes('://')) return text;
  return text.replaceAll(inAddress, (whole, name = '', value = '', start = '', password = '') => {
    if (password !== '') return start + mask;
    return isSigned(name, value) ? name + mask : whole;
  });
}

function isSigned(name: string, value: string): boolean {
  return value.length >= shortestInText && saysSecret(name.slice(1, -1));
}

/** `?name=` and its value, or `://user:` and the password. */
const inAddress =
  /([?&][\w.%-]{1,64}=)([^&#\s"'<>]*)|(:\/\/[^\s:@/?#]{0,256}:)([^\s@/]{1,256})(?=@)/g;
/** A shorter one is seldom a secret, and would be masked wherever else it is. */
const shortestInText = 8;

export function readBody(body: NonNullable<Request['body']>): JsonValue | undefined {
  return tryJson(typeof body === 'string' ? body : stringifyJson(body.summary));
}

export function secretsIn(value: JsonValue | undefined, isSecret = false): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => secretsIn(one, isSecret));
  if (value === undefined || value === null) return [];
  if (!isObject(value) && !isSecret) return typeof value === 'string' ? secretsInText(value) : [];
  if (!isObject(value)) return value !== true && value !== false ? [`${value}`] : [];
  return Object.entries(value).flatMap(([name, held]) =>
    secretsIn(held, isSecret || isSecretName(name, value)),
  );
}

/**
 * The path of the first secret in a record that a service has masked, as in `***` or `****1f3c`. Names
 * tell secrets, and so may the document.
 */
export function findMasked(record: JsonValue, isStated: (steps: Steps) => boolean = () => false) {
  return find(record, [], false);

  function find(value: JsonValue, steps: Steps, above: boolean): string | undefined {
    const isSecret = above || isStated(steps);
    if (typeof value === 'string')
      return isSecret && mask.test(value) ? pathText(steps) : undefined;
    const isList = Array.isArray(value);
    if (!isList && !isObject(value)) return undefined;
    for (const [name, held] of Object.entries(value)) {
      const inner = [...steps, isList ? Number(name) : name];
      const found = find(held, inner, isSecret || (!isList && isSecretName(name, value)));
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

/** Names of properties, and places in lists. */
type Steps = readonly (string | number)[];

const mask = /[*•●]{3,}|^x{3,}$|^\W*(redacted|masked|hidden)\W*$/i;

/** Records of one kind have the same names; hostile data may have any number of them. */
const known = new Map<string, boolean>();
const mostKnown = 1000;

function saysSecret(name: string): boolean {
  const answer = known.get(name) ?? judgeName(name);
  if (known.size < mostKnown) known.set(name, answer);
  return answer;
}

function judgeName(name: string): boolean {
  const words = splitWords(name);
  // In hostile data a name may have any number of words.
  for (let left = mostForms; left > 0; left -= 1) {
    if (isSecret(words.join(''))) return true;
    if (!isForm(words.pop())) return false;
  }
  return false;
}

const mostForms = 4;
const kinds =
  'access account admin api app auth client deploy encryption hmac license master private root secret service session shared signing ssh storage subscription webhook';

/**
 * How names of secrets end, without separators between their words, since some names have none. Compared as texts, as
 * an expression for all of them takes V8 a hundredth of a short run to compile.
 */
const endings = [
  ...'credential token password passwd passphrase passcode pwd secret authorization cookie jwt'.split(
    ' ',
  ),
  // A signed address lets anyone who has it in: `X-Amz-Signature`, and `sig` of Azure.
  'signature',
  ...kinds.split(' ').map((kind) => `${kind}key`),
  ...'connectionstring connectionuri connectionurl'.split(' '),
  ...'hookuri hookurl sasuri sasurl signeduri signedurl'.split(' '),
];
const wholes = ['dsn', 'sas', 'kubeconfig'];

function isSecret(joined: string): boolean {
  const single = joined.endsWith('s') ? joined.slice(0, -1) : joined;
  return (
    wholes.includes(joined) ||
    joined.endsWith('sig') ||
    endings.some((ending) => single.endsWith(ending))
  );
}

/** Whether the last word only says how it is written, or which of several: `keyText`, `key2`. */
function isForm(word = 'no word'): boolean {
  return forms.has(word) || /^\d+$/.test(word);
}

const forms: ReadonlySet<string> = new Set(
  'value values text string plain plaintext raw json pem der base b hex encoded encrypted data content contents body header'.split(
    ' ',
  ),
);

/** `sharedAccessKEY_2` as `shared`, `access`, `key`, `2`. Classes of Unicode take longer to compile than all else here. */
function splitWords(name: string): string[] {
  const words = /^[ -~]*$/.test(name)
    ? name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g)
    : name.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\d+/gu);
  return (words ?? []).map((word) => word.toLowerCase());
}
