import { posix } from 'node:path';
import type { Zip } from './read-container.ts';

export type WorkbookParts = Awaited<ReturnType<typeof readParts>>;

type NumberForm = 'number' | 'date' | 'time';

export interface SheetPart {
  readonly name: string;
  /** Its file in the archive. */
  readonly path: string;
}

/** More than any real workbook needs for its tables of contents. */
const smallPart = 16 * 1024 * 1024;
/** Shared texts are held in memory. */
const largestTexts = 256 * 1024 * 1024;

export async function readParts(zip: Zip) {
  const root = await readRelations(zip, '');
  const workbook = root.find(({ type }) => type.endsWith('/officeDocument'))?.target;
  if (workbook === undefined || !zip.has(workbook)) throw zip.broken('it has no workbook in it');
  const relations = await readRelations(zip, workbook);
  const pathOf = (suffix: string) => {
    const target = relations.find(({ type }) => type.endsWith(suffix))?.target;
    return target !== undefined && zip.has(target) ? target : undefined;
  };
  const sheets: SheetPart[] = [];
  let isFrom1904 = false;
  await zip.parse(workbook, smallPart, {
    open(name, attributes) {
      if (name === 'workbookPr') isFrom1904 = ['1', 'true'].includes(attributes['date1904'] ?? '');
      if (name !== 'sheet') return;
      const key = Object.keys(attributes).find((one) => one.endsWith(':id')) ?? '';
      const relation = relations.find(({ id }) => id === attributes[key]);
      // The other sheets are charts and dialogs.
      if (relation?.type.endsWith('/worksheet') !== true) return;
      sheets.push({ name: attributes['name'] ?? '', path: relation.target });
    },
  });
  if (sheets.length === 0) throw zip.broken('it has no sheets');
  const texts = pathOf('/sharedStrings');
  const styles = pathOf('/styles');
  return {
    sheets,
    /** Whether days are counted from 1904 instead of 1900. */
    isFrom1904,
    /** By number, as referenced by cells. */
    sharedTexts: texts === undefined ? [] : await readSharedTexts(zip, texts),
    /** What a number means, by the style of its cell. */
    numberForms: styles === undefined ? [] : await readNumberForms(zip, styles),
  };
}

interface Relation {
  readonly id: string;
  readonly type: string;
  readonly target: string;
}

async function readRelations(zip: Zip, part: string): Promise<Relation[]> {
  const folder = posix.dirname(part);
  const path = posix.join(folder, '_rels', `${posix.basename(part)}.rels`);
  const relations: Relation[] = [];
  await zip.parse(path, smallPart, {
    open(name, { Id: id = '', Type: type = '', Target: target = '' }) {
      if (name !== 'Relationship') return;
      const whole = target.startsWith('/') ? target.slice(1) : posix.join(folder, target);
      relations.push({ id, type, target: whole });
    },
  });
  return relations;
}

async function readSharedTexts(zip: Zip, path: string): Promise<string[]> {
  const texts: string[] = [];
  const collector = createTextCollector();
  await zip.parse(path, largestTexts, {
    ...collector,
    close(name) {
      collector.close(name);
      if (name === 'si') texts.push(collector.take());
    },
  });
  return texts;
}

/** Joins the runs of rich text, without its phonetic hints. */
export function createTextCollector() {
  let text = '';
  let isText = false;
  let isPronunciation = false;
  return {
    open(name: string): void {
      if (name === 't') isText = true;
      if (name === 'rPh') isPronunciation = true;
    },
    close(name: string): void {
      if (name === 't') isText = false;
      if (name === 'rPh') isPronunciation = false;
    },
    text(part: string): void {
      if (isText && !isPronunciation) text += part;
    },
    take(): string {
      const whole = readEscapes(text);
      text = '';
      return whole;
    },
  };
}

/** Characters that XML cannot contain are written `_x000D_`. */
export function readEscapes(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9a-fA-F]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

async function readNumberForms(zip: Zip, path: string): Promise<NumberForm[]> {
  const codes = new Map<number, string>();
  const formats: number[] = [];
  let isInCells = false;
  await zip.parse(path, smallPart, {
    open(name, attributes) {
      if (name === 'cellXfs') isInCells = true;
      const number = Number(attributes['numFmtId'] ?? 0);
      if (name === 'numFmt') codes.set(number, attributes['formatCode'] ?? '');
      if (name === 'xf' && isInCells) formats.push(number);
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  return formats.map((number) => formOf(number, codes.get(number)));
}

/** The built-in formats for dates and times (ECMA-376, part 1, 18.8.30), including East Asian ones. */
function formOf(number: number, code: string | undefined): NumberForm {
  if (code !== undefined) return formOfCode(code);
  const isIn = (ranges: readonly (readonly [number, number])[]) =>
    ranges.some(([from, to]) => number >= from && number <= to);
  if (isIn(dateRanges)) return 'date';
  return isIn(timeRanges) ? 'time' : 'number';
}

const dateRanges = [
  [14, 17],
  [22, 22],
  [27, 31],
  [36, 36],
  [50, 54],
  [57, 58],
] as const;
const timeRanges = [
  [18, 21],
  [32, 33],
  [45, 47],
] as const;

/** `m` means months, or minutes next to hours or seconds. Those in brackets may be more than a day has. */
function formOfCode(code: string): NumberForm {
  const letters = code
    .replace(/\[(?:h+|m+|s+)\]/gi, 'h')
    .replace(/"[^"]*"|\\.|[_*].|\[[^\]]*\]/g, '')
    .replace(/general/gi, '')
    .toLowerCase();
  if (/[yd]/.test(letters) || (letters.includes('m') && !/[hs]/.test(letters))) return 'date';
  // Seconds may have places; other digits are those of a number.
  return /[hs]/.test(letters) && !/[0#?]/.test(letters.replace(/s\.0+/g, 's')) ? 'time' : 'number';
}
