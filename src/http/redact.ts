import { CostctlError } from '../errors.ts';

export interface Redactor {
  /** From now on this text is shown nowhere. */
  readonly add: (secret: string) => void;
  readonly mask: (text: string) => string;
}

/** Shorter texts would take half of a message with them. */
const shortest = 4;

/** Masks what must not be seen, in every spelling that a message may hold it in. */
export function createRedactor(): Redactor {
  const secrets = new Set<string>();
  return {
    add: (secret) => {
      if (secret.length < shortest) return;
      secrets.add(secret);
      secrets.add(encodeURIComponent(secret));
      secrets.add(JSON.stringify(secret).slice(1, -1));
      secrets.add(Buffer.from(secret).toString('base64'));
    },
    mask: (text) => {
      let masked = text;
      for (const secret of secrets) masked = masked.replaceAll(secret, '****');
      return masked;
    },
  };
}

/** The same error without what must not be seen; its cause stays behind, since it may quote anything. */
export function masked(error: CostctlError, redactor: Redactor): CostctlError {
  const { cause: _cause, ...details } = error.details;
  const { hint, path, body } = details;
  return new CostctlError(error.code, redactor.mask(error.message), {
    ...details,
    ...(hint === undefined ? {} : { hint: redactor.mask(hint) }),
    ...(path === undefined ? {} : { path: redactor.mask(path) }),
    ...(body === undefined ? {} : { body: redactor.mask(body) }),
  });
}
