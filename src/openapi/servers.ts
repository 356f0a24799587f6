import { BrokenPart, type Document, isNode, own, textOf } from './document.ts';
import { oneLine } from './words.ts';

/** What precedes its path, below the base address; throws `Elsewhere` for another address. */
export type FindPrefix = (item: unknown, operation: unknown) => string;

export class Elsewhere extends BrokenPart {}

/**
 * The base address replaces the first server of the document, without the version at its end. The token
 * is sent to the base address only: an operation whose own server is not below it is not called.
 */
export function readServers({ root }: Document, paths: readonly (readonly [string, unknown])[]) {
  const ownOf = (item: unknown, operation: unknown) =>
    [own(operation, 'servers'), own(item, 'servers')]
      .map(addressesIn)
      .find((all) => all.length > 0);
  const stated = addressesIn(own(root, 'servers'));
  const lists = paths.flatMap(([, item]) => operationsIn(item).map(([, one]) => ownOf(item, one)));
  const isShared = stated.length > 0 || lists.includes(undefined);
  /** The servers of the document, which the base address replaces. */
  const shared = isShared ? stated : (lists[0] ?? []);
  const first = placeOf(shared[0] ?? '/');
  const home = first?.pathname.replace(/\/(v1\/?)?$/, '') ?? '';
  const isInPaths = paths.some(
    ([path, item]) => /^\/v1(\/|$)/.test(path) && own(item, 'servers') === undefined,
  );
  const usual = /\/v1\/?$/.test(first?.pathname ?? '') && !isInPaths ? '/v1' : '';
  return {
    shared,
    findPrefix: (item: unknown, operation: unknown): string => {
      const addresses = ownOf(item, operation);
      if (addresses === undefined || addresses.some((one) => shared.includes(one))) return usual;
      for (const address of addresses) {
        const place = placeOf(address, first);
        const path = place?.pathname.replace(/\/$/, '') ?? '';
        const isBelow = path === home || path.startsWith(`${home}/`);
        if (place !== undefined && place.origin === first?.origin && isBelow)
          return path.slice(home.length);
      }
      throw new Elsewhere(
        `it is at ${oneLine(addresses[0] ?? '', 80)}, and the token is sent to the base address only`,
      );
    },
  };
}

/** The operations of a path by their methods; its other keys are parameters, servers and descriptions. */
export function operationsIn(item: unknown): [string, unknown][] {
  return Object.entries(isNode(item) ? item : {}).filter(([key]) => methods.has(key));
}

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

/** A server that is only a path is on the host of the document, which is not known. */
function placeOf(address: string, base: URL | string = 'http://document.invalid'): URL | undefined {
  return URL.canParse(address, String(base)) ? new URL(address, base) : undefined;
}

/** The addresses of servers, with the defaults of their variables filled in. */
function addressesIn(servers: unknown): string[] {
  return (Array.isArray(servers) ? servers : []).flatMap((server) => {
    const url = own(server, 'url');
    if (typeof url !== 'string' || url === '') return [];
    const variables = own(server, 'variables');
    const filled = url.replace(
      /\{([^{}]*)\}/g,
      (whole: string, name: string) => textOf(own(own(variables, name), 'default')) ?? whole,
    );
    return [filled.replace(/\/+$/, '') || '/'];
  });
}
