import { groupBy } from '../grouping.ts';
import { widthOf } from '../text-width.ts';
import { cutMark, fitText, segmentsOf, takeWhole } from './fit.ts';

/**
 * Cuts texts to a width. Names are cut in their middle; if two of them would then look the same, they are cut
 * before the first character that differs.
 */
export function fitTexts(texts: readonly string[], width: number, place: 'middle' | undefined) {
  const fitted = texts.map((text) => fitText(text, width, place));
  return place === 'middle' ? tellApart(texts, fitted, width) : fitted;
}

/** Cuts those of the fitted texts that look the same, though they are not, so that they differ. */
export function tellApart(
  texts: readonly string[],
  fitted: readonly string[],
  width: number,
  known = -1,
): readonly string[] {
  const result = [...fitted];
  for (const [look, places] of groupBy(texts.keys(), (at) => fitted[at] ?? '')) {
    const own = places.map((place) => texts[place] ?? '');
    if (look === own[0] || new Set(own).size < 2) continue;
    const names = own.map((text) => [...segmentsOf(text)]);
    const start = commonStart(names);
    if (start <= known) continue;
    const cut = names.map((name) => cutBefore(name, start, width));
    for (const [at, text] of tellApart(own, cut, width, start).entries()) {
      const place = places[at];
      if (place !== undefined) result[place] = text;
    }
  }
  return result;
}

function commonStart([first = [], ...others]: readonly (readonly string[])[]): number {
  const end = first.findIndex((one, at) => others.some((name) => name[at] !== one));
  return end < 0 ? first.length : end;
}

/** Leaves out what is common to all, except for its beginning. */
function cutBefore(name: readonly string[], start: number, width: number): string {
  const rest = name.slice(start).join('');
  const room = Math.max(Math.floor(width / 4), width - 1 - widthOf(rest));
  const head = takeWhole(name.slice(0, start), room);
  return head + cutMark + fitText(rest, width - 1 - widthOf(head), 'middle');
}
