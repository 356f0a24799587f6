import {
  type Document,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  Scalar,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { within } from '../grouping.ts';
import { isObject, type JsonObject, type JsonValue } from '../json/number.ts';
import { stringifyJson } from '../json/stringify.ts';
import { createDocument, writeDocument } from './file-form.ts';

/** One change of a file, by the path of what it changes. */
export type FileEdit =
  | { readonly kind: 'set'; readonly path: readonly (string | number)[]; readonly value: JsonValue }
  | { readonly kind: 'remove'; readonly list: string; readonly index: number }
  | { readonly kind: 'append'; readonly list: string; readonly items: readonly JsonObject[] };

/** Changes values in the text of a file and nothing around them: comments, order and quotes remain. */
export function spliceFile(text: string, document: Document, edits: readonly FileEdit[]): string {
  const splicer = new Splicer(text, document, edits);
  for (const edit of edits) splicer.add(edit);
  return splicer.apply();
}

class Splicer {
  readonly #text: string;
  readonly #document: Document;
  readonly #splices: { readonly start: number; readonly end: number; readonly text: string }[] = [];
  /** Places of removed items, by list. */
  readonly #removed = new Map<string, Set<number>>();

  constructor(text: string, document: Document, edits: readonly FileEdit[]) {
    this.#text = text;
    this.#document = document;
    for (const edit of edits) {
      if (edit.kind !== 'remove') continue;
      within(this.#removed, edit.list, () => new Set()).add(edit.index);
    }
  }

  add(edit: FileEdit): void {
    if (edit.kind === 'set') this.#set(edit.path, edit.value);
    else if (edit.kind === 'remove') this.#remove(edit.list, edit.index);
    else this.#append(edit.list, edit.items);
  }

  /** Applies the changes from the end to the start, so that earlier places do not move. */
  apply(): string {
    const lineEnd = /\r?\n/.exec(this.#text)?.[0] ?? '\n';
    const parts: string[] = [];
    let end = this.#text.length;
    const sorted = this.#splices
      .map((splice, place) => ({ ...splice, place }))
      // At one place, what is inserted stays in front of what is removed, and insertions keep their order.
      .sort(
        (one, other) => other.start - one.start || other.end - one.end || other.place - one.place,
      );
    for (const splice of sorted) {
      parts.push(this.#text.slice(splice.end, end), splice.text.replaceAll('\n', lineEnd));
      end = splice.start;
    }
    return parts.concat(this.#text.slice(0, end)).reverse().join('');
  }

  #set(path: readonly (string | number)[], value: JsonValue): void {
    const pair = this.#findPair(path);
    if (pair === undefined) return;
    const { value: old } = pair;
    if (isSeq(old) && !old.flow && Array.isArray(value) && this.#editList(old, value)) return;
    const text = this.#isFlow(path) ? stringifyJson(value) : writeInline(value);
    const { start, end, lead } = this.#valueRange(pair);
    const isLines = isScalar(old) && /^BLOCK/.test(String(old.type));
    // The comment on the line of the key is about the value, whatever it is.
    const [, comment = ''] = lineComment.exec(this.#text.slice(start, end)) ?? [];
    this.#splices.push({ start, end, text: `${lead}${text}${comment}${isLines ? '\n' : ''}` });
  }

  /** Edits single lines of a list if its items were only added or removed. */
  #editList(list: YAMLSeq, value: readonly JsonValue[]): boolean {
    const nodes = list.items.filter(isScalar);
    const known = nodes.map((node) => node.value);
    const wanted = new Set<unknown>(value);
    const kept = known.filter((one) => wanted.has(one));
    const held = new Set(known);
    const added = value.filter((one) => !held.has(one));
    const isSimple = nodes.length === list.items.length && value.length > 0;
    if (!isSimple || value.some((one) => typeof one !== 'string')) return false;
    if ([...kept, ...added].some((one, at) => one !== value[at])) return false;
    nodes.forEach((node, at) => {
      if (!wanted.has(node.value)) this.#removeLines(list, at);
    });
    const last = nodes.at(-1);
    if (last === undefined || added.length === 0) return true;
    const prefix = `${this.#indentOf(list, nodes.length - 1)}- `;
    this.#insertLines(last, added.map((one) => `${prefix}${writeInline(one)}\n`).join(''));
    return true;
  }

  #remove(list: string, index: number): void {
    const sequence = this.#document.get(list);
    const item: unknown = isSeq(sequence) ? sequence.items[index] : undefined;
    if (!isSeq(sequence) || !isNode(item)) return;
    if (sequence.flow !== true) {
      this.#removeLines(sequence, index);
      return;
    }
    // An item is removed with the comma after it; the last one, with the comma before it.
    const next: unknown = sequence.items[index + 1];
    const before: unknown = sequence.items[index - 1];
    const [start, end] = rangeOf(item);
    const isLast = !this.#keepsFrom(list, sequence, index + 1);
    if (!isLast && isNode(next)) this.#splices.push({ start, end: rangeOf(next)[0], text: '' });
    else if (isNode(before)) this.#removeLast(rangeOf(before)[1], start, end);
    else this.#splices.push({ start, end, text: '' });
  }

  /** A comment between the comma and the item is about the item before it, and stays. */
  #removeLast(from: number, start: number, end: number): void {
    const [comma = ''] = /^\s*,(?=\s*#)/.exec(this.#text.slice(from, start)) ?? [];
    if (comma !== '') this.#splices.push({ start: from, end: from + comma.length, text: '' });
    this.#splices.push({ start: comma === '' ? from : start, end, text: '' });
  }

  #keepsFrom(list: string, { items }: YAMLSeq, from: number): boolean {
    const removed = this.#removed.get(list);
    return items.some((_item, index) => index >= from && removed?.has(index) !== true);
  }

  #append(list: string, items: readonly JsonObject[]): void {
    const pair = this.#findPair([list]);
    if (pair === undefined || items.length === 0) return;
    const { value } = pair;
    const last: unknown = isSeq(value) ? value.items.at(-1) : undefined;
    const json = items.map((item) => stringifyJson(item)).join(', ');
    if (isSeq(value) && value.flow === true && isNode(last)) {
      const [, end] = rangeOf(last);
      const comma = this.#keepsFrom(list, value, 0) ? ', ' : '';
      this.#splices.push({ start: end, end, text: `${comma}${json}` });
      return;
    }
    if (isSeq(value) && isNode(last)) {
      this.#insertLines(last, writeItems(items, this.#indentOf(value, value.items.length - 1)));
      return;
    }
    const { start, end, lead } = this.#valueRange(pair);
    if (this.#isFlow([])) {
      this.#splices.push({ start, end, text: `${lead}[${json}]` });
      return;
    }
    // Lines below the key replace an empty list; a comment on the line of the key remains.
    if (start < end) this.#splices.push({ start: start - (lead === '' ? 1 : 0), end, text: '' });
    const at = this.#lineEnd(end);
    this.#splices.push({ start: at, end: at, text: this.#onNewLine(at, writeItems(items, '  ')) });
  }

  #removeLines(list: YAMLSeq, index: number): void {
    const item: unknown = list.items[index];
    if (!isNode(item)) return;
    const start = this.#lineStart(this.#dashOf(list, index));
    this.#splices.push({ start, end: this.#lineEnd(rangeOf(item)[1]), text: '' });
  }

  #insertLines(after: Node, lines: string): void {
    const at = this.#lineEnd(rangeOf(after)[1]);
    this.#splices.push({ start: at, end: at, text: this.#onNewLine(at, lines) });
  }

  #onNewLine(at: number, lines: string): string {
    return at === 0 || this.#text[at - 1] === '\n' ? lines : `\n${lines}`;
  }

  /** Where the next line begins, or the text ends. */
  #lineEnd(from: number): number {
    if (this.#text[from - 1] === '\n') return from;
    const end = this.#text.indexOf('\n', from);
    return end === -1 ? this.#text.length : end + 1;
  }

  #lineStart(from: number): number {
    return from === 0 ? 0 : this.#text.lastIndexOf('\n', from - 1) + 1;
  }

  /** Where the dash of an item is: on its line, or on an earlier one that ends with a comment. */
  #dashOf({ srcToken }: YAMLSeq, index: number): number {
    const item = srcToken?.type === 'block-seq' ? srcToken.items[index] : undefined;
    return item?.start.find(({ type }) => type === 'seq-item-ind')?.offset ?? 0;
  }

  #indentOf(list: YAMLSeq, index: number): string {
    const dash = this.#dashOf(list, index);
    return this.#text.slice(this.#lineStart(dash), dash);
  }

  /** Where a value is, or belongs, and what comes before it. */
  #valueRange({ key, value }: Pair): { start: number; end: number; lead: '' | ' ' } {
    const colon = this.#afterColon(key);
    if (!isNode(value)) return { start: colon, end: colon, lead: ' ' };
    const [start, end] = rangeOf(value);
    if (start === end) return { start: colon, end: colon, lead: ' ' };
    // A block list begins on the next line; its replacement follows the key.
    const isLater = isCollection(value) && value.flow !== true;
    return isLater
      ? { start: colon, end: this.#trimEnd(end), lead: ' ' }
      : { start, end, lead: '' };
  }

  #trimEnd(end: number): number {
    let at = end;
    while (/\s/.test(this.#text[at - 1] ?? '')) at -= 1;
    return at;
  }

  #afterColon(key: unknown): number {
    const from = isNode(key) ? rangeOf(key)[1] : 0;
    return this.#text.indexOf(':', from) + 1;
  }

  #findPair(path: readonly (string | number)[]): Pair | undefined {
    const parent = path.slice(0, -1);
    const map: unknown =
      parent.length === 0 ? this.#document.contents : this.#document.getIn(parent, true);
    const name = path.at(-1);
    if (!isMap(map)) return undefined;
    return map.items.find(({ key }) => isScalar(key) && key.value === name);
  }

  #isFlow(path: readonly (string | number)[]): boolean {
    for (let length = 0; length < Math.max(1, path.length); length += 1) {
      const node: unknown =
        length === 0 ? this.#document.contents : this.#document.getIn(path.slice(0, length), true);
      if (isCollection(node) && (node as YAMLMap).flow === true) return true;
    }
    return false;
  }
}

/** A comment before the lines of a list, or after the sign of a text in lines. */
const lineComment = /^(?:[|>][-+\d]*)?([ \t]+#[^\r\n]*)/;

function rangeOf(node: Node): [number, number] {
  const [start = 0, end = 0] = node.range ?? [];
  return [start, end];
}

/** A value on one line, in the form in which it can follow a key. */
function writeInline(value: JsonValue): string {
  if (Array.isArray(value) || isObject(value)) return stringifyJson(value);
  const document = createDocument({ key: value });
  visit(document, {
    Scalar: (_key, node) => {
      if (String(node.value).includes('\n')) node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return writeDocument(document).slice('key: '.length).replace(/\n$/, '');
}

function writeItems(items: readonly JsonObject[], indent: string): string {
  return writeDocument(createDocument(items)).replace(/^(?=.)/gm, indent);
}
