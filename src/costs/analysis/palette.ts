/**
 * Okabe and Ito's colours, which people with any of the usual colour blindnesses tell apart, in an
 * order that keeps neighbours far from each other in lightness.
 */
const palette = ['#0072B2', '#E69F00', '#56B4E9', '#D55E00', '#009E73', '#F0E442', '#CC79A7'];

const restColor = '#999999';

/** So many groups have a colour of their own. */
export const paletteSize = palette.length;

export function colorOf(series: number, isRest: boolean): string {
  return isRest ? restColor : (palette[series] ?? restColor);
}
