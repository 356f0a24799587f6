import { usageError } from '../errors.ts';

/** Fills in the `{parameters}` of a path. A value can neither leave its segment nor climb out of it. */
export function fillPath(template: string, values: Readonly<Record<string, string>> = {}): string {
  return template.replaceAll(/\{([^{}]+)\}/g, (_hole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined || value === '') throw usageError(`${name} must not be empty`);
    return encodeSegment(name, value);
  });
}

function encodeSegment(name: string, value: string): string {
  // Proxies and servers resolve segments of dots, even percent-encoded ones.
  if (value === '.' || value === '..') throw usageError(`${name} must not be "${value}"`);
  if (/\p{Surrogate}/u.test(value)) throw usageError(`${name} cannot be part of a path`);
  return encodeURIComponent(value);
}

/** Rejects paths that would not reach the service as written. */
export function checkPath(path: string): string {
  if (!path.startsWith('/')) throw usageError(`a path begins with "/": ${path}`);
  if (!/^[\x21-\x7e]+$/.test(path) || /[#?\\]/.test(path)) {
    throw usageError(
      `the path has characters that must be percent-encoded: ${path}`,
      'give a query as --param key=value',
    );
  }
  if (path.split('/').some((segment) => /^(\.|%2e){1,2}$/i.test(segment))) {
    throw usageError(`a path has no "." or ".." in it: ${path}`);
  }
  return path;
}
