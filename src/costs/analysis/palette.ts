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

/** Of what is drawn over the bars: dark, so that it is seen on every colour of the palette. */
export const overlayColors = { limit: '#000000', outlook: '#333333', finding: '#000000' } as const;

/** So many groups have a colour of their own. */
export const paletteSize = palette.length;

export function colorOf(series: number, isRest: boolean): { hex: string; code: number } {
  return isRest ? restColor : (palette[series] ?? restColor);
}

interface Decal {
  readonly symbol: string;
  readonly symbolSize: number;
  readonly color: string;
  readonly dashArrayX: number | number[];
  readonly dashArrayY: number | number[];
  readonly rotation: number;
}

const faint = 'rgba(0, 0, 0, 0.28)';
const stripes = (rotation: number, gap: number): Decal => ({
  symbol: 'rect',
  symbolSize: 1,
  color: faint,
  dashArrayX: [1, 0],
  dashArrayY: [2, gap],
  rotation,
});
const dots = (gap: number): Decal => ({
  symbol: 'circle',
  symbolSize: 1,
  color: faint,
  dashArrayX: [gap, gap],
  dashArrayY: [gap, 0],
  rotation: 0,
});

/** The largest group is plain. */
const decals: readonly (Decal | undefined)[] = [
  undefined,
  stripes(-Math.PI / 4, 6),
  dots(4),
  stripes(Math.PI / 4, 6),
  stripes(0, 6),
  dots(7),
  stripes(Math.PI / 2, 6),
];

/** A pattern on top of the colour, for readers who cannot distinguish the colours. */
export function decalOf(series: number, isRest: boolean): Decal | undefined {
  return isRest ? undefined : decals[series];
}
