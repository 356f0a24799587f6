import { BarChart, CustomChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TitleComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { formatMoney, groupDigits } from '../json/decimal.ts';
import type { Chart } from './chart-data.ts';
import { colorOf, decalOf, describeOutlook } from './legend.ts';
import { namesOfOverlays, paintOverlays } from './overlay-picture.ts';

use([BarChart, CustomChart, GridComponent, LegendComponent, TitleComponent, SVGRenderer]);

export interface PictureOptions {
  readonly title: string;
  /** Makes a name harmless. */
  readonly cut: (text: string, width: number) => string;
}

const width = 1000;
const chartHeight = 400;
const ink = '#333333';
const faint = '#dddddd';
/** Roughly: entries of the legend in one line, and the height of a line. */
const entriesInLine = 4;
const legendLine = 24;

/** The charts as one SVG picture, one below the other: axes, legend and title, no script. */
export function paintCharts(charts: readonly Chart[], { title, cut }: PictureOptions): string {
  const chart = init(null, null, {
    renderer: 'svg',
    ssr: true,
    width,
    height: chartHeight * Math.max(1, charts.length),
  });
  chart.setOption({
    animation: false,
    backgroundColor: '#ffffff',
    textStyle: { fontFamily: 'Helvetica, Arial, sans-serif', color: ink },
    title: (charts.length === 0 ? [undefined] : charts).map((one, place) => ({
      text: place === 0 ? cut(title, 90) : '',
      subtext: one === undefined ? 'no rows' : subtitleOf(one),
      left: 24,
      top: place * chartHeight + 14,
      textStyle: { fontSize: 16, color: ink },
      subtextStyle: { fontSize: 13, color: ink },
    })),
    legend: charts.map((one, place) => {
      const overlays = namesOfOverlays(one, place, cut);
      const texts = new Map(overlays.map(({ name, text }) => [name, text]));
      return {
        data: [
          ...one.series.map((_, series) => seriesName(place, series)),
          ...overlays.map(({ name, icon, style }) => ({ name, icon, itemStyle: style })),
        ],
        formatter: (name: string) =>
          texts.get(name) ?? cut(one.series[indexOf(name)]?.name ?? '', 40),
        left: 24,
        right: 24,
        top: place * chartHeight + 64,
        itemGap: 22,
        itemWidth: 14,
        itemHeight: 10,
        textStyle: { color: ink },
      };
    }),
    grid: charts.map((one, place) => ({
      left: 24,
      right: 24,
      top: place * chartHeight + headHeight(one),
      height: chartHeight - headHeight(one) - 28,
      outerBoundsMode: 'same' as const,
      outerBoundsContain: 'axisLabel' as const,
    })),
    xAxis: charts.map((one, place) => ({
      type: 'category',
      gridIndex: place,
      data: one.bars.map(({ bucket, isPartial }) => `${bucket}${isPartial ? ' (partial)' : ''}`),
      axisTick: { alignWithLabel: true },
      axisLabel: { color: ink, hideOverlap: true },
      axisLine: { lineStyle: { color: ink } },
    })),
    yAxis: charts.map((one, place) => ({
      type: 'value',
      gridIndex: place,
      name: one.currency ?? '',
      nameTextStyle: { color: ink, align: 'right' },
      axisLabel: { color: ink, formatter: (value: number) => groupDigits(String(value)) },
      splitLine: { lineStyle: { color: faint } },
    })),
    series: charts.flatMap((one, place) => [
      ...seriesOf(one, place),
      ...paintOverlays(one, place, cut),
    ]),
  });
  const picture = chart.renderToSVGString();
  chart.dispose();
  return numberFromZero(picture);
}

/** The library counts through all pictures of a process: here the same bars are the same picture. */
function numberFromZero(picture: string): string {
  const numbers = new Map<string, Map<string, number>>();
  return picture.replaceAll(/\bzr\d+-([a-z]+-?)(\d+)/g, (_name, kind: string, number: string) => {
    const known = numbers.get(kind) ?? new Map<string, number>();
    numbers.set(kind, known);
    if (!known.has(number)) known.set(number, known.size);
    return `zr0-${kind}${known.get(number)}`;
  });
}

/** Title, total and legend: what is above the bars. */
function headHeight(chart: Chart): number {
  const entries = chart.series.length + namesOfOverlays(chart, 0, (text) => text).length;
  if (entries === 0) return 96;
  return 104 + legendLine * Math.ceil(entries / entriesInLine);
}

function subtitleOf({ total, currency, outlook }: Chart): string {
  const sum = `total ${formatMoney(total, currency)} ${currency ?? ''}`.trimEnd();
  return outlook === undefined ? sum : [sum, ...describeOutlook(outlook, currency)].join('; ');
}

function seriesOf(chart: Chart, place: number) {
  const names = chart.series.length === 0 ? [undefined] : chart.series;
  return names.map((one, series) => ({
    type: 'bar' as const,
    name: seriesName(place, series),
    xAxisIndex: place,
    yAxisIndex: place,
    stack: `stack ${place}`,
    barMaxWidth: 48,
    itemStyle: {
      color: colorOf(series, one?.isRest === true).hex,
      // Parts of a bar differ in more than their colour.
      ...optionalDecal(names.length === 1 ? undefined : decalOf(series, one?.isRest === true)),
    },
    data: chart.bars.map(({ parts }) => parts[series] ?? 0),
  }));
}

function optionalDecal(decal: ReturnType<typeof decalOf>) {
  return decal === undefined ? {} : { decal };
}

/** Two groups may have names that look the same once they are cut: numbers keep them apart. */
function seriesName(place: number, series: number): string {
  return `${place}:${series}`;
}

function indexOf(name: string): number {
  return Number(name.split(':')[1]);
}
