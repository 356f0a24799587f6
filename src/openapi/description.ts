import type { Pages } from '../api/list-form.ts';
import type { Operation } from '../api/operation.ts';
import type { Property, Schema, Schemas } from '../declaration/json-schema.ts';
import { isNode, type Node } from './document.ts';

/** A document in its stored form: small, specific to this program, and fast to load. */
export interface Description {
  /** What it is called among the documents of its address. */
  readonly name: string;
  readonly title: string;
  readonly version: string;
  /** When it was imported, ISO 8601. */
  readonly imported: string;
  readonly operations: readonly DescribedOperation[];
  readonly unusable: readonly Unusable[];
  /** Commands of the version before that this one lacks: each of them says that it is gone. */
  readonly removed: readonly string[];
  readonly notes: readonly string[];
  readonly schemas: Schemas;
}

export interface DescribedOperation extends Operation {
  /** The command that it becomes; absent if the program has a built-in one. */
  readonly command?: CommandName;
  /** The id of the equivalent built-in operation. */
  readonly known?: string;
  /** Its tag and name in the service's own list, if that names the operation without a path. */
  readonly named?: string;
  readonly summary: string;
  /** What the document says besides the summary. */
  readonly description?: string;
  readonly deprecated?: true;
  /** Its method or name says that it removes something: it asks for confirmation first. */
  readonly removes?: true;
  readonly parameters: readonly Parameter[];
  readonly body?: Body;
  /** The `Accept` header: the media types of the responses in the document. */
  readonly accept: string;
  /** How the response is read, if it is a list. */
  readonly pages?: Pages;
  /** The document does not say what the response looks like. */
  readonly undescribed?: true;
  /** First-level properties of the response, in the order of the document. */
  readonly fields: readonly string[];
  /** Those of the fields that fit in a table. */
  readonly columns: readonly string[];
}

export interface CommandName {
  /** `budgets`, or `workspaces providers`. */
  readonly group: string;
  readonly action: string;
}

export type Style =
  | 'simple'
  | 'label'
  | 'matrix'
  | 'form'
  | 'spaceDelimited'
  | 'pipeDelimited'
  | 'deepObject';

/** How a value with parts is written as text (OpenAPI, "Style Values"). */
export interface Serialization {
  readonly style: Style;
  readonly explode: boolean;
  /** Reserved characters such as `/` are sent as they are. */
  readonly reserved?: true;
  /** The value is sent as JSON, whatever the style. */
  readonly json?: true;
}

export interface Parameter extends Serialization, Property {
  readonly place: 'path' | 'query' | 'header';
  readonly description: string;
  readonly deprecated?: true;
  readonly workspace: boolean;
  /** Sent if no value is given: the only allowed value, or the default of a required parameter. */
  readonly fallback?: string;
  readonly preset?: string;
  /** A key that makes repeating the request safe; generated if none is given. */
  readonly retryKey?: true;
}

export interface Body {
  readonly required: boolean;
  readonly kind: MediaKind;
  readonly type: string;
  /** Other media types that the document lists; `--content-type` selects one of them. */
  readonly otherTypes: readonly string[];
  readonly schema: Schema;
  /** First-level properties that are workspace ids. */
  readonly workspaces: readonly string[];
  /** For a form: how a property is written, if not in the usual way. */
  readonly encoding?: Readonly<Record<string, Encoding>>;
}

export interface Encoding extends Partial<Serialization> {
  /** The media type of one part of a multipart body. */
  readonly type?: string;
}

export interface Unusable {
  /** Absent in what an older version of this program stored. */
  readonly id?: string;
  readonly method: string;
  readonly path: string;
  readonly reason: string;
  /** The operation belongs to another address. */
  readonly elsewhere?: true;
  readonly command?: CommandName;
}

type MediaKind = 'json' | 'form' | 'multipart' | 'bytes';

export interface Media {
  /** As the document spells it; `application/json` for a wildcard that includes it. */
  readonly type: string;
  readonly kind: MediaKind;
  readonly node: Node;
}

const json = /^[\w.-]+\/([\w.+-]*\+)?json$/i;
const wildcards = ['*/*', '*', 'application/*'];

export function takesWorkspace({ parameters, body }: DescribedOperation): boolean {
  return parameters.some(({ workspace }) => workspace) || (body?.workspaces.length ?? 0) > 0;
}

/** The media types of a body, in the order of the document. */
export function mediaOf(content: unknown): Media[] {
  if (!isNode(content)) return [];
  return Object.entries(content).map(([name, node]) => {
    const type = wildcards.includes(name.trim()) ? 'application/json' : name.trim();
    return { type, kind: kindOf(type), node: isNode(node) ? node : {} };
  });
}

/** `Application/Problem+JSON; charset=utf-8` is JSON. */
export function isJsonType(type: string): boolean {
  return json.test(essenceOf(type));
}

/** The JSON type among the media types of a body; undefined if it has no JSON type. */
export function jsonMedia(content: unknown): Media | undefined {
  return mediaOf(content).find(({ kind }) => kind === 'json');
}

function kindOf(type: string): MediaKind {
  const essence = essenceOf(type);
  if (isJsonType(essence)) return 'json';
  if (essence === 'application/x-www-form-urlencoded') return 'form';
  return essence === 'multipart/form-data' ? 'multipart' : 'bytes';
}

function essenceOf(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase();
}
