import type { Converter } from './convert.ts';
import type { Body, Encoding } from './description.ts';
import { type Document, isNode, type Node, own } from './document.ts';
import { type Media, mediaOf } from './media.ts';
import { isWorkspace } from './parameters.ts';
import { BrokenPart, follow } from './references.ts';
import { propertiesOf, type Schema } from './schema.ts';
import { traitsOf } from './traits.ts';

/** The request body of an operation, in the media type that is easiest to write by hand. */
export function readRequestBody(
  document: Document,
  converter: Converter,
  node: Node,
): Body | undefined {
  const raw = own(node, 'requestBody');
  if (raw === undefined || raw === null) return undefined;
  const body = follow(document.root, raw);
  const all = mediaOf(own(body, 'content'));
  const media = chooseMedia(all, converter);
  const required = own(body, 'required') === true;
  if (media === undefined) {
    if (!required) return undefined;
    throw new BrokenPart('the document does not say what its body is');
  }
  const schema = converter.convert(own(media.node, 'schema'));
  const problem = converter.problemOf(schema);
  if (problem !== undefined) throw new BrokenPart(problem);
  const kind = media.kind === 'json' && isBinary(schema, converter) ? 'bytes' : media.kind;
  const encoding = readEncoding(own(media.node, 'encoding'));
  return {
    required,
    kind,
    type: kind === 'bytes' && media.kind === 'json' ? 'application/octet-stream' : media.type,
    otherTypes: all.map(({ type }) => type).filter((type) => type !== media.type),
    schema,
    workspaces:
      kind === 'bytes'
        ? []
        : propertiesOf(schema, converter.schemas)
            .filter((property) => isWorkspace(property.name, property.schema, converter))
            .map((property) => property.name),
    ...(encoding === undefined ? {} : { encoding }),
  };
}

/** Whether a value is bytes, which come from a file. */
export function isBinary(schema: Schema, { schemas }: Pick<Converter, 'schemas'>): boolean {
  const { types, format } = traitsOf(schema, schemas);
  return format === 'binary' && (types.length === 0 || types.includes('string'));
}

/**
 * JSON first, since an option can be any of its values. Of the two JSON patch types, a merge patch has
 * options and a list of changes does not. A form with files can only be multipart.
 */
function chooseMedia(all: readonly Media[], converter: Converter): Media | undefined {
  const json = all.filter(({ kind }) => kind === 'json');
  const merge = json.find(({ type }) => /merge-patch\+json/i.test(type));
  const isPatch = /json-patch\+json/i.test(json[0]?.type ?? '');
  const [first] = json;
  if (first !== undefined) return isPatch && merge !== undefined ? merge : first;
  const multipart = all.find(({ kind }) => kind === 'multipart');
  const form = all.find(({ kind }) => kind === 'form');
  if (multipart !== undefined && form !== undefined) {
    return hasFiles(multipart, converter) ? multipart : form;
  }
  return multipart ?? form ?? all[0];
}

function hasFiles(media: Media, converter: Converter): boolean {
  const schema = converter.convert(own(media.node, 'schema'));
  return propertiesOf(schema, converter.schemas).some(({ schema: one }) => {
    const { items } = traitsOf(one, converter.schemas);
    return isBinary(one, converter) || (items !== undefined && isBinary(items, converter));
  });
}

function readEncoding(raw: unknown): Body['encoding'] {
  if (!isNode(raw)) return undefined;
  const entries = Object.entries(raw).flatMap(([name, node]): [string, Encoding][] => {
    const style = formStyles.find((one) => one === own(node, 'style'));
    const explode = own(node, 'explode');
    const type = own(node, 'contentType');
    const encoding: Encoding = {
      ...(style === undefined ? {} : { style }),
      ...(typeof explode === 'boolean' ? { explode } : {}),
      ...(own(node, 'allowReserved') === true ? { reserved: true } : {}),
      ...(typeof type === 'string' && !type.includes('*')
        ? { type: type.split(',')[0]?.trim() ?? '' }
        : {}),
    };
    return Object.keys(encoding).length === 0 ? [] : [[name, encoding]];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

const formStyles = ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'] as const;
