/**
 * Okabe and Ito's colours, which colour-blind people can distinguish, in an
 * order that keeps neighbours far from each other in lightness; and the nearest of a terminal's 256.
 */
const palette = [
  { hex: '#0072B2', code: 25 },
  { hex: '#E69F00', code: 214 },
  { hex: '#56B4E9', code: 117 },
  { hex: '#D55E00', code: 166 },
  { hex: '#009E73', code: 36 },
  { hex: '#F0E442', code: 227 },
  { hex: '#CC79A7', code: 175 },
] as const;

const restColor = { hex: '#999999', code: 246 } as const;

/** So many groups have a colour of their own. */
export const paletteSize = palette.length;

export function colorOf(series: number, isRest: boolean): { hex: string; code: number } {
  return isRest ? restColor : (palette[series] ?? restColor);
}
