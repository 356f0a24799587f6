import { randomUUID } from 'node:crypto';
import type { Http } from '../../api/http.ts';
import { type Answer, readAnswer } from '../../api/list-answer.ts';
import type { Pages } from '../../api/list-form.ts';
import { firstQuery } from '../../api/list-pages.ts';
import { isRetryKey } from '../../api/operation.ts';
import { writeQuery } from '../../api/page-links.ts';
import type { Paging } from '../../api/pages.ts';
import { propertiesOf } from '../../declaration/json-schema.ts';
import { isObject, type JsonObject, type JsonValue } from '../../json/number.ts';
import { parseJson } from '../../json/parse.ts';
import { stringifyJson } from '../../json/stringify.ts';
import { traitsOf } from '../../openapi/traits.ts';
import { splitPair } from '../request-options.ts';
import { type Definition, type Given, keyOf } from './operation-input.ts';

/** The properties of the body that choose a page of a search, and whether each is a number. */
type Places = ReadonlyMap<string, boolean>;

/** Empty if the pages of the operation are chosen in its address. */
export function pagePlaces({ operation, description: { schemas } }: Definition): Places {
  const { pages, body, method, parameters } = operation;
  if (pages === undefined || method !== 'POST' || body === undefined) return new Map();
  const all = [...startsOf(pages), pages.limit?.name];
  const names = all.filter((name) => parameters.every((one) => one.name !== name));
  return new Map(
    propertiesOf(body.schema, schemas)
      .filter(({ name }) => names.includes(name))
      .map(({ name, schema }) => [name, !traitsOf(schema, schemas).types.includes('string')]),
  );
}

/** A POST that is sent again for each page reads a list: it changes nothing. */
export function isSearch({ operation: { method, pages } }: Definition): boolean {
  return method === 'POST' && pages !== undefined && startsOf(pages).length > 0;
}

function startsOf({ page, offset, after, next }: Pages): string[] {
  const all = [page?.name, offset?.name, after, ...next.map((one) => one.parameter)];
  return all.filter((name) => name !== undefined);
}

/** The input with the first page in it, unless a body was written by hand. */
export function withFirstPage(given: Given, definition: Definition, paging: Paging): Given {
  const places = pagePlaces(definition);
  if (places.size === 0 || given['data'] !== undefined || given['set'] !== undefined) return given;
  const own = definition.options.filter(({ name }) => given[keyOf(name)] !== undefined);
  const setJson = (given['setJson'] ?? []) as readonly string[];
  const stated = new Set([
    ...own.map(({ property }) => property),
    ...setJson.map((text) => splitPair(text)[0]),
  ]);
  const first = firstQuery(definition.operation.pages, new URLSearchParams(), paging);
  const added = [...valuesIn(first, places)].filter(([name]) => !stated.has(name));
  if (added.length === 0) return given;
  const texts = added.map(([name, value]) => `${name}=${stringifyJson(value)}`);
  return { ...given, setJson: [...texts, ...setJson] };
}

export function pageAsked(body: unknown, places: Places): [string, string][] {
  const sent = typeof body === 'string' ? parseJson(body) : undefined;
  if (!isObject(sent)) return [];
  return [...places.keys()].flatMap((name): [string, string][] => {
    const value = sent[name];
    return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [];
  });
}

interface Search {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly places: Places;
  readonly written: string;
}

export function searchAgain(http: Http, { path, headers, body, places, written }: Search) {
  const sent = typeof body === 'string' ? parseJson(body) : {};
  return async (asked: URLSearchParams): Promise<Answer> => {
    const query = new URLSearchParams([...asked].filter(([name]) => !places.has(name)));
    const page: JsonObject = Object.fromEntries(valuesIn(asked, places));
    const next: JsonValue = isObject(sent) ? { ...sent, ...page } : page;
    const operation = { method: 'POST', path, idempotent: false, changesNothing: true };
    const rawQuery = writeQuery(query, written);
    const call = { rawQuery, headers: withNewKey(headers), body: stringifyJson(next) };
    return readAnswer(http, operation, call);
  };
}

/** To a service, a second page with the key of the first is the first one again. */
function withNewKey(headers: Search['headers']): Search['headers'] {
  const entries = Object.entries(headers).map(([name, text]) => [
    name,
    isRetryKey(name) ? randomUUID() : text,
  ]);
  return Object.fromEntries(entries);
}

function valuesIn(query: URLSearchParams, places: Places): Map<string, JsonValue> {
  return new Map(
    [...query].flatMap(([name, text]): [string, JsonValue][] => {
      const isNumber = places.get(name);
      if (isNumber === undefined) return [];
      return [[name, isNumber && /^\d{1,15}$/.test(text) ? Number(text) : text]];
    }),
  );
}
