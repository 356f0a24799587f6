import type { Chart } from './chart-data.ts';
import { overlayColors } from './legend.ts';
import { isolate } from './right-to-left.ts';
import { round, type Scale, text } from './svg.ts';

type Cut = (text: string, width: number) => string;

/** Dashes distinguish the lines of budgets. */
const dashes = ['8,4', '2,3', '12,3,2,3', '4,8'];

/** The entries of the legend for what is drawn over the bars. */
export function entriesOfOverlays(
  { limits = [], findings = [], outlook }: Chart,
  cut: Cut,
): { readonly name: string; readonly icon: string }[] {
  const budgets = limits.map(({ name, about }, number) => ({
    name: `budget ${isolate(cut(name, 40))}: ${about}`,
    icon: `<path d="M0 -5H14" ${limitStyle(number)}/>`,
  }));
  const estimate = {
    name: 'outlook: low, expected, high',
    icon: `<path d="M7 -10V0M3 -10H11M3 0H11" ${outlookStyle}/>`,
  };
  const marks = {
    name: 'anomaly: above or below',
    icon: `<path d="M1 0L7 -10L13 0Z" fill="${overlayColors.finding}"/>`,
  };
  return [
    ...budgets,
    ...(outlook === undefined ? [] : [estimate]),
    ...(findings.length === 0 ? [] : [marks]),
  ];
}

/** Draws lines for budgets, whiskers for the outlook, and triangles at days that stand out. */
export function paintOverlays(chart: Chart, scale: Scale, cut: Cut): string {
  return [
    ...paintLimits(chart, scale, cut),
    ...paintOutlook(chart, scale),
    ...paintFindings(chart, scale),
  ].join('');
}

function paintLimits({ limits = [], bars }: Chart, { x, y, band }: Scale, cut: Cut): string[] {
  return limits.map(({ name, amounts }, number) => {
    // One stroke as long as the line is level, so that its dashes continue.
    const lines = amounts.map((amount, bar) => {
      const start = amount === amounts[bar - 1] ? '' : `M${round(x(bar) - band / 2)} ${y(amount)}`;
      return `${start}H${round(x(bar) + band / 2)}`;
    });
    const [end, height] = [x(bars.length - 1) + band / 2, y(amounts.at(-1) ?? 0) - 4];
    // White around the letters keeps them apart from the bars.
    const halo = `text-anchor="end" stroke="#ffffff" stroke-width="3" paint-order="stroke" fill="${overlayColors.limit}"`;
    const label = text(end, height, cut(name, 24), halo);
    return `<path d="${lines.join('')}" ${limitStyle(number)}/>${label}`;
  });
}

function paintOutlook({ outlook, bars }: Chart, { x, y, band }: Scale): string[] {
  if (outlook === undefined) return [];
  const arm = round(Math.min(8, band / 4));
  return bars.flatMap(({ estimate }, bar) => {
    if (estimate === undefined) return [];
    const { expected, low = expected, high = expected } = estimate;
    const [from, to] = [y(low), y(high)];
    const ends = [from, to].map((end) => `M${round(x(bar) - arm)} ${end}h${2 * arm}`).join('');
    const whisker = `<path d="M${x(bar)} ${from}V${to}${ends}" ${outlookStyle}/>`;
    return `${whisker}<circle cx="${x(bar)}" cy="${y(expected)}" r="${Math.min(4, arm)}" fill="#ffffff" stroke="${overlayColors.outlook}" stroke-width="2"/>`;
  });
}

/** Draws each triangle above its bar. It points up or down, as the day differs. */
function paintFindings({ findings = [], bars }: Chart, { x, y }: Scale): string[] {
  return findings.flatMap(({ bucket, direction }) => {
    const bar = bars.findIndex((one) => one.bucket === bucket);
    if (bar < 0) return [];
    const top = y(
      (bars[bar]?.parts ?? []).filter((part) => part > 0).reduce((sum, part) => sum + part, 0),
    );
    const [base, tip] = direction === 'up' ? [top - 6, top - 16] : [top - 16, top - 6];
    const points = `M${round(x(bar) - 6)} ${round(base)}h12L${x(bar)} ${round(tip)}Z`;
    return `<path d="${points}" fill="${overlayColors.finding}" stroke="#ffffff"/>`;
  });
}

const outlookStyle = `fill="none" stroke="${overlayColors.outlook}" stroke-width="2"`;

function limitStyle(number: number): string {
  const dash = dashes[number % dashes.length];
  return `fill="none" stroke="${overlayColors.limit}" stroke-width="2" stroke-dasharray="${dash}"`;
}
