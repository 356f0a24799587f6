import { singular, wordsOf } from './words.ts';

export type Path = readonly string[];

/** The parts of a path, without what comes before the subject, such as `rest/api/2`. */
export function segmentsOf(path: string): Path {
  const all = path
    .replace(/\.json(?=$|[/?#])/g, '')
    .split('/')
    .filter((segment) => segment !== '');
  const first = all.findIndex((segment) => !/^(api|rest|v?\d[\d.]*)$/i.test(segment));
  return all.slice(Math.max(first, 0));
}

export function isPlaceholder(segment: string | undefined): boolean {
  return segment !== undefined && /^\{[^{}]*\}$/.test(segment);
}

/** What a collection is part of: `file` for `/files/{id}/comments`, and for one comment of it. */
export function ownerOf(path: Path): string[] {
  const end = path.findLastIndex((segment) => !isPlaceholder(segment));
  const above = path.slice(0, Math.max(end, 0)).findLastIndex(isPlaceholder);
  const owner = path.slice(0, Math.max(above, 0)).findLast((segment) => !isPlaceholder(segment));
  return segmentWords(owner ?? '').map(singular);
}

/** The fixed words of a segment: `thumbnail.{extension}` gives thumbnail. */
export function segmentWords(segment: string): string[] {
  return wordsOf(segment.replace(/\{[^{}]*\}/g, ' ')).filter((word) => !/^v\d+$/.test(word));
}

/** How many parts all paths have in common, whatever their placeholders are called. */
export function countCommon(paths: readonly Path[]): number {
  const [first = []] = paths;
  const differs = (segment: string, place: number) =>
    paths.some((path) => shapeOf(path[place]) !== shapeOf(segment));
  const end = first.findIndex(differs);
  return end < 0 ? first.length : end;
}

function shapeOf(segment: string | undefined): string | undefined {
  return isPlaceholder(segment) ? '{}' : segment;
}
