import type { CostctlError } from '../errors.ts';
import { perhapsApplied } from '../http/retry.ts';
import { isObject } from '../json/bulk/merge.ts';
import type { JsonValue } from '../json/number.ts';
import { parseJson } from '../json/parse.ts';
import { namedFields } from './named-fields.ts';

/** In one line: what happened, what the service said about it, and whether it may have been applied. */
export function describeFailure({ message, details: { body, hint } }: CostctlError): string {
  const text = [message, ...whatServiceSaid(body, readProblem(body))].join(': ');
  return hint === perhapsApplied ? `${text}; ${hint}` : text;
}

/** The title, the detail and the named fields, or else the first line of the body. */
export function whatServiceSaid(
  body: string | undefined,
  problem: JsonValue | undefined,
): string[] {
  if (body === undefined || body.trim() === '') return [];
  const said = isObject(problem)
    ? [problem['title'], problem['detail']].filter(
        (text): text is string => typeof text === 'string' && text !== '',
      )
    : [];
  const fields = namedFields(problem);
  return said.length > 0 || fields.length > 0
    ? [...new Set([...said, ...fields])]
    : [firstLine(body)];
}

/** The body of an error as JSON; undefined if it is not JSON. */
export function readProblem(body: string | undefined): JsonValue | undefined {
  if (!body) return undefined;
  try {
    return parseJson(body);
  } catch {
    return undefined;
  }
}

/** The part of a body that is shown to users. */
export function firstLine(text: string): string {
  const line = text.trim().split(/\r?\n/, 1)[0] ?? '';
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}
