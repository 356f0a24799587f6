import type { CustomSeriesOption } from 'echarts/charts';
import type { Chart } from './chart-data.ts';
import { overlayColors } from './legend.ts';

type Cut = (text: string, width: number) => string;

interface Entry {
  readonly name: string;
  readonly text: string;
  readonly icon: string;
  readonly style: { readonly color: string };
}

/** Dashes distinguish the lines of budgets. */
const dashes = [
  [8, 4],
  [2, 3],
  [12, 3, 2, 3],
  [4, 8],
];
const up = 'path://M0,10 L5,0 L10,10 Z';
const whisker = 'path://M0,0 L10,0 L10,1 L6,1 L6,9 L10,9 L10,10 L0,10 L0,9 L4,9 L4,1 L0,1 Z';
const line = 'path://M0,4 L4,4 L4,6 L0,6 Z M6,4 L10,4 L10,6 L6,6 Z';

/** The entries of the legend for what is drawn over the bars. */
export function namesOfOverlays(chart: Chart, place: number, cut: Cut): Entry[] {
  const { limits = [], findings = [], outlook } = chart;
  return [
    ...limits.map(({ name, about }, number) => ({
      name: limitName(place, number),
      text: `budget ${cut(name, 40)}: ${about}`,
      icon: line,
      style: { color: overlayColors.limit },
    })),
    ...(outlook === undefined
      ? []
      : [
          {
            name: outlookName(place),
            text: 'outlook: low, expected, high',
            icon: whisker,
            style: { color: overlayColors.outlook },
          },
        ]),
    ...(findings.length === 0
      ? []
      : [
          {
            name: findingName(place),
            text: 'anomaly: above or below',
            icon: up,
            style: { color: overlayColors.finding },
          },
        ]),
  ];
}

/** Lines of budgets, whiskers of the outlook and triangles at days that stand out. */
export function paintOverlays(chart: Chart, place: number, cut: Cut): CustomSeriesOption[] {
  const axes = { type: 'custom' as const, xAxisIndex: place, yAxisIndex: place };
  const { limits = [], findings = [], outlook, bars } = chart;
  const directions = new Map(findings.map(({ bucket, direction }) => [bucket, direction]));
  return [
    ...limits.map(
      ({ name, amounts }, number): CustomSeriesOption => ({
        ...axes,
        name: limitName(place, number),
        z: 5,
        data: amounts.map((amount, at) => [at, amount]),
        encode: { x: 0, y: 1 },
        renderItem: (params, api) => {
          const [x = 0, y = 0] = api.coord([api.value(0), api.value(1)]);
          const half = bandOf(api) / 2;
          const shape = { x1: x - half, x2: x + half, y1: y, y2: y };
          const stroke = overlayColors.limit;
          const style = { stroke, lineWidth: 2, lineDash: dashes[number % dashes.length] ?? [] };
          const isLast = params.dataIndex === amounts.length - 1;
          return {
            type: 'group',
            children: [
              { type: 'line', shape, style },
              ...(isLast
                ? [
                    {
                      type: 'text' as const,
                      x: x + half,
                      y: y - 4,
                      style: {
                        text: cut(name, 24),
                        fill: stroke,
                        stroke: '#ffffff',
                        lineWidth: 3,
                        fontSize: 12,
                        align: 'right' as const,
                        verticalAlign: 'bottom' as const,
                      },
                    },
                  ]
                : []),
            ],
          };
        },
      }),
    ),
    ...(outlook === undefined
      ? []
      : [
          {
            ...axes,
            name: outlookName(place),
            z: 6,
            data: bars.flatMap(({ estimate }, at) => {
              if (estimate === undefined) return [];
              const { expected, low = expected, high = expected } = estimate;
              return [[at, expected, low, high]];
            }),
            encode: { x: 0, y: [1, 2, 3] },
            renderItem: (_params, api) => {
              const at = api.value(0);
              const [x = 0, y = 0] = api.coord([at, api.value(1)]);
              const [, low = 0] = api.coord([at, api.value(2)]);
              const [, high = 0] = api.coord([at, api.value(3)]);
              const arm = Math.min(8, bandOf(api) / 4);
              const style = { stroke: overlayColors.outlook, lineWidth: 2 };
              const bar = (x1: number, y1: number, x2: number, y2: number) =>
                ({ type: 'line', shape: { x1, y1, x2, y2 }, style }) as const;
              return {
                type: 'group',
                children: [
                  bar(x, low, x, high),
                  bar(x - arm, low, x + arm, low),
                  bar(x - arm, high, x + arm, high),
                  {
                    type: 'circle',
                    shape: { cx: x, cy: y, r: Math.min(4, arm) },
                    style: { fill: '#ffffff', stroke: overlayColors.outlook, lineWidth: 2 },
                  },
                ],
              };
            },
          } satisfies CustomSeriesOption,
        ]),
    ...(findings.length === 0
      ? []
      : [
          {
            ...axes,
            name: findingName(place),
            z: 7,
            data: bars.flatMap(({ bucket, parts }, at) => {
              const direction = directions.get(bucket);
              const top = parts.filter((part) => part > 0).reduce((sum, part) => sum + part, 0);
              return direction === undefined ? [] : [[at, top, direction === 'up' ? 1 : 0]];
            }),
            encode: { x: 0, y: 1 },
            renderItem: (_params, api) => {
              const [x = 0, y = 0] = api.coord([api.value(0), api.value(1)]);
              const [base, tip] = api.value(2) === 1 ? [y - 6, y - 16] : [y - 16, y - 6];
              return {
                type: 'polygon',
                shape: {
                  points: [
                    [x - 6, base],
                    [x + 6, base],
                    [x, tip],
                  ],
                },
                style: { fill: overlayColors.finding, stroke: '#ffffff', lineWidth: 1 },
              };
            },
          } satisfies CustomSeriesOption,
        ]),
  ];
}

/** The width of a category. */
function bandOf(api: { size?: (size: number[], item?: number[]) => number | number[] }): number {
  const size = api.size?.([1, 0]);
  return (Array.isArray(size) ? size[0] : size) ?? 0;
}

function limitName(place: number, number: number): string {
  return `${place}:limit ${number}`;
}

function outlookName(place: number): string {
  return `${place}:outlook`;
}

function findingName(place: number): string {
  return `${place}:finding`;
}
