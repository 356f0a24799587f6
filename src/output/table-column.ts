import type { Paint } from './color.ts';
import type { Shrinks } from './fit.ts';
import type { Importance, Tone } from './view.ts';

/** A column with the texts of its cells. Expects text without control characters. */
export interface TableColumn {
  readonly header: string;
  readonly brief?: string;
  readonly align: 'left' | 'right';
  /** The texts of the different values, of which some may be equal. */
  readonly texts: readonly string[];
  readonly places: Uint32Array;
  /** The texts in a shorter form, for narrow windows. */
  readonly shorter?: (() => readonly string[]) | undefined;
  readonly shrinks: Shrinks;
  readonly importance: Importance;
  /** Whether it distinguishes rows, as groups that were asked for do. */
  readonly isName?: boolean;
  /** Not cut if it takes at most half of the window. */
  readonly whole?: boolean | 'always';
  /** Where a text is cut if it is too long; by default at its end. */
  readonly cut?: 'middle';
  readonly tone?: ((text: string) => Tone | undefined) | undefined;
}

export interface TableOptions {
  /** The width of the window in cells; undefined: nothing is cut. */
  readonly width: number | undefined;
  readonly paint: Pick<Paint, 'strong' | 'good' | 'bad'>;
}

export const gap = '  ';

/** A typical amount fits; longer ones lose decimals. */
export const leastNumber = 16;

export function rowsOf(columns: readonly TableColumn[]): number {
  return columns[0]?.places.length ?? 0;
}

export function textAt({ texts, places }: TableColumn, row: number): string {
  return texts[places[row] ?? 0] ?? '';
}
