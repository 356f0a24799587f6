import { Document, isMap, isScalar, type ScalarTag, visit } from 'yaml';
import type { Schema } from '../declaration/json-schema.ts';
import { ExactNumber, type JsonObject } from '../json/number.ts';
import type { Kind } from './managed-kinds.ts';

export const fileVersion = 1;

const id: Schema = {
  type: ['string'],
  minLength: 1,
  description:
    'the id at the service: only needed to rename an item or to distinguish items of the same name',
};
const workspace: Schema = {
  type: ['string'],
  minLength: 1,
  description: "name or id of the item's workspace, if it is not the file's",
};

/** The form of a whole file, for the kinds that the service offers. */
export function fileForm(kinds: readonly Kind[]): Schema {
  const lists = kinds.filter((kind) => !isWorkspace(kind));
  return {
    type: ['object'],
    closed: true,
    required: ['version'],
    properties: {
      $schema: { type: ['string'], description: 'for editors' },
      version: { type: ['integer'], enum: [fileVersion], description: 'version of this format' },
      ...Object.fromEntries(kinds.filter(isWorkspace).map((kind) => [kind.name, rootForm(kind)])),
      ...Object.fromEntries(
        lists.map((kind) => [kind.name, { type: ['array', 'null'], items: itemForm(kind) }]),
      ),
    },
  };
}

export function itemForm(kind: Kind): Schema {
  const fields = Object.entries(kind.fields).map(([name, { form }]) => [name, form]);
  return {
    type: ['object'],
    ...(kind.open === true ? {} : { closed: true }),
    properties: {
      id,
      ...(kind.scope === 'workspace' ? { workspace } : {}),
      ...Object.fromEntries(fields),
    },
  };
}

export function isWorkspace({ name }: Kind): boolean {
  return name === 'workspace';
}

/** The file's own workspace: its settings, or only its name. */
function rootForm(kind: Kind): Schema {
  const description = 'the workspace of this file: its name or id, or its settings';
  return {
    description,
    anyOf: [{ type: ['string'], minLength: 1 }, itemForm(kind), { type: ['null'] }],
  };
}

/** Every text stays on one line, however long it is. */
const writing = {
  lineWidth: 0,
  minContentWidth: 0,
  doubleQuotedMinMultiLineLength: 1_000_000,
} as const;

/** A number with all its digits. */
const exactNumber: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  default: true,
  identify: (value) => value instanceof ExactNumber,
  resolve: (text) => new ExactNumber(text),
  stringify: ({ value }) => String(value),
};

/** Written so that YAML 1.1 readers see the same: `no`, dates and 12:30 are quoted. */
export function createDocument(content: unknown): Document {
  return new Document(content, {
    compat: 'yaml-1.1',
    customTags: [exactNumber],
    aliasDuplicateObjects: false,
  });
}

/** A new file: a header, and a comment before each list. */
export function writeContent(
  content: JsonObject,
  header: readonly string[],
  comments: Readonly<Record<string, string>>,
): string {
  const document = createDocument(content);
  document.commentBefore = header.map((line) => ` ${line}`).join('\n');
  if (isMap(document.contents)) {
    for (const { key } of document.contents.items) {
      if (!isScalar(key) || key.value === 'version') continue;
      key.spaceBefore = true;
      const comment = comments[String(key.value)];
      if (comment !== undefined) key.commentBefore = ` ${comment}`;
    }
  }
  return writeDocument(document);
}

/** Characters that a terminal or an editor would hide or obey are written as escapes. */
const unsafe =
  /[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u206f\ufeff\ufff9-\uffff]/u;
const allUnsafe = new RegExp(unsafe.source, 'gu');

export function writeDocument(document: Document): string {
  let escaped = false;
  visit(document, {
    Scalar: (_key, node) => {
      // Line ends need no escape; the other characters can only be escaped between double quotes.
      const text = typeof node.value === 'string' ? node.value : '';
      if (!unsafe.test(text.replaceAll('\n', ''))) return;
      node.type = 'QUOTE_DOUBLE';
      escaped = true;
    },
  });
  const text = document.toString(writing);
  return escaped ? text.replace(allUnsafe, escapeCharacter) : text;
}

function escapeCharacter(character: string): string {
  if (character === '\n') return character;
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
