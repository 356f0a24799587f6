import { operations } from '../../api/operations.ts';
import { command } from '../../command.ts';
import { type DayRange, describeRange, granularities, isEmpty } from '../../days.ts';
import { oneOf } from '../../declaration/kind.ts';
import { flag, type Input, optional } from '../../declaration/option.ts';
import { usageError } from '../../errors.ts';
import { hasColor } from '../../output/color.ts';
import { fitText } from '../../output/fit.ts';
import { isFile } from '../../output/sink.ts';
import { fitTexts } from '../../output/tell-apart.ts';
import { addWarnings, type Described, qualifiers } from '../../output/view.ts';
import { firstLearned } from '../../questions/forecast.ts';
import { currenciesOf, fieldOf, type Grouping, nameColumn } from '../../questions/result-rows.ts';
import { summarize } from '../../questions/summary-rows.ts';
import { type Chart, chartCosts } from '../../reports/chart-data.ts';
import { drawCharts } from '../../reports/draw.ts';
import { colorOf, paletteSize } from '../../reports/legend.ts';
import type { Session } from '../../session.ts';
import { escapeForTerminal, wrap } from '../../text.ts';
import { widthOf } from '../../text-width.ts';
import { readAnalysis } from './analysis.ts';
import { daysOf } from './analysis-about.ts';
import { analysisOptions } from './analysis-input.ts';
import { chooseOverlays, overlayOptions } from './chart-overlays.ts';
import { sumFigures } from './figure-view.ts';
import { byOption, chooseCosts } from './options.ts';
import { sumColumns } from './summary.ts';

export const chart = command({
  words: 'costs chart',
  purpose: 'Draw costs as bars, in the terminal or as a picture',
  operation: operations.getCosts,
  extensions: ['svg'],
  options: {
    ...analysisOptions,
    by: byOption('bars with one coloured part per group: COL[,COL] (repeatable)'),
    granularity: optional(oneOf(granularities, 'period'), 'one bar per day, week (ISO) or month', {
      usual: 'day',
    }),
    ...overlayOptions,
    ascii: flag('plain characters instead of blocks'),
  },
  details: `The ${paletteSize} largest groups have a colour each, the rest is "other". -O chart.svg draws a picture with axes,
legend and title; -o json, csv and the like print the figures instead. Each currency has its own chart.
A budget is drawn if its conditions are those of --where and the bars have its currency; its amount is spread evenly
over its days. The outlook is that of costs outlook, for each bar, and the marks are the findings of costs anomalies.`,
  rows: { ...sumFigures, share: 'decimal or null', 'partial?': 'yes or no' },
  examples: [
    'costctl costs chart --last 14d --by provider --convert-to EUR',
    'costctl costs chart --last 3m --granularity week --ascii',
    'costctl costs chart --last 30d --outlook --anomalies --convert-to USD -O chart.svg',
    'costctl costs chart --last 3m --granularity month --budgets budgets.yaml --convert-to USD',
  ],
  run: async (session, input) => {
    const { by = [], granularity = 'day' } = input;
    const choice = await chooseCosts(session, input);
    const { period } = choice;
    const isPicture = wantsPicture(session);
    const hasFigures = !isPicture && wantsFigures(session);
    if (input.ascii === true && (isPicture || hasFigures)) {
      throw usageError(
        '--ascii is for bars of characters, and this output has none',
        'leave it out',
      );
    }
    if (hasFigures) refuseOverlays(input);
    const overlays = await chooseOverlays(session, input, { ...choice, by, granularity });
    const read = { ...choice, period: { ...period, ...overlays.read } };
    const asked = { by, byDay: true, ranges: [overlays.read], judged: [overlays.judged] };
    const analysis = await readAnalysis(session, input, read, asked);
    const { groups: all, filled: delivered } = analysis;
    const [first = period.from] = [period.from, overlays.month.from].sort();
    const learned = [{ from: firstLearned(all, first), to: period.to }];
    const completeness =
      input.outlook === true ? analysis.judge(learned, { needsAll: true }) : undefined;
    const groups = all.filter(({ day }) => day !== null && day >= period.from && day <= period.to);
    // A currency that only earlier days have may still be expected.
    const hasOutlook = input.outlook === true && !isEmpty(overlays.drawn);
    const currencies = currenciesOf(hasOutlook ? all : groups);
    const late = analysis.delivered(choice.today);
    const anomalies = overlays.judge(all, delivered);
    for (const note of overlays.notes(currencies, anomalies)) analysis.note(note);
    const about = analysis.about({
      period: daysOf(period),
      question: overlays.question,
      ...(completeness && { completeness }),
    });
    if (hasFigures) {
      const options = { range: period, by, granularity, top: undefined, withTotal: false };
      const marks = granularity === 'day' ? [] : ['partial'];
      const fields = [...by.map(fieldOf), ...Object.keys(sumFigures), 'share', ...marks];
      const rows = summarize(groups, options);
      await session.output.list(rows, {
        columns: sumColumns(analysis.grouping, rows, true),
        fields,
        about,
      });
    } else {
      const range = overlays.drawn;
      const drawn = { range, by, granularity, most: paletteSize, delivered, currencies };
      const charts = chartCosts(groups, drawn).map((chart) =>
        overlays.add(chart, all, { late, anomalies }),
      );
      if (isPicture)
        await paint(session, charts, {
          title: titleOf(period, analysis.grouping, granularity),
          about,
        });
      else await draw(session, charts, about, input.ascii === true);
    }
    const isWider = overlays.read.from !== period.from;
    await analysis.conclude(isWider ? { from: [period.from], to: [period.to] } : {});
  },
});

/** What is drawn over the bars has figures of its own. */
function refuseOverlays({ budgets, outlook, anomalies }: Input<typeof overlayOptions>): void {
  const given = { 'check --budgets': budgets, outlook, anomalies };
  const [action] = Object.entries(given).find(([, value]) => value !== undefined) ?? [];
  if (action === undefined) return;
  throw usageError(
    `--${action.replace('check --', '')} is drawn over bars, and this output has only figures`,
    `costctl costs ${action} prints its figures`,
  );
}

/** Bars have no columns: --columns, --query and -o print the figures that they are drawn from. */
function wantsFigures({ format, outputFlags: { columns, query } }: Session): boolean {
  return format !== 'table' || columns !== undefined || query !== undefined;
}

function wantsPicture({ outputFlags, settings }: Session): boolean {
  const { outFile, columns, query } = outputFlags;
  if (outFile === undefined || !/\.svg(\.gz)?$/i.test(outFile)) return false;
  if (settings.output.source === 'flag') {
    throw usageError(`--out-file ${outFile} has the extension of a picture`, 'leave out --output');
  }
  if (columns !== undefined || query !== undefined) {
    throw usageError('a picture takes neither --columns nor --query');
  }
  return true;
}

async function paint(
  session: Session,
  charts: readonly Chart[],
  { title, about }: { readonly title: string; readonly about: Described },
): Promise<void> {
  const { paintCharts } = await import('../../reports/picture.ts');
  const lines = linesOf(session, about).flatMap((line) =>
    wrap(escapeForTerminal(line), 140, widthOf),
  );
  for (const note of about.facts.notes) session.output.note(note);
  for (const sentence of about.facts.warnings) session.output.warn(sentence);
  await session.output.text(paintCharts(charts, { title, lines, ...cutting }));
}

function linesOf({ output }: Session, about: Described): string[] {
  return [about.caption, ...qualifiers(addWarnings({ columns: [], about }, output.warned()))];
}

async function draw(session: Session, charts: readonly Chart[], about: Described, ascii: boolean) {
  const { context, settings, outputFlags, output } = session;
  const isTerminal = context.stdout.isTTY === true && !isFile(outputFlags.outFile);
  const isColored = isTerminal && hasColor(settings.color, context.stdout, context.env);
  const hasParts = charts.some(({ series }) => series.length > 0);
  const width = isTerminal ? context.stdout.columns || 80 : 80;
  const text = drawCharts(charts, {
    width,
    ascii,
    paint: isColored && !ascii && hasParts ? await createPainter(session, charts) : undefined,
    ...cutting,
  });
  const [caption = '', ...others] = linesOf(session, about);
  const lines = [ascii ? caption.replaceAll(' · ', ' | ') : caption, ...others]
    .flatMap((line) => wrap(escapeForTerminal(line), width, widthOf))
    .join('\n');
  await output.drawing(`${lines}\n${text === '' ? '' : `\n${text}\n`}`);
}

/** The nearest of 256 colours, unless the terminal says that it has them all. */
async function createPainter({ context }: Session, charts: readonly Chart[]) {
  const { Chalk } = await import('chalk');
  const hasAll = /^(truecolor|24bit)$/.test(context.env['COLORTERM'] ?? '');
  const chalk = new Chalk({ level: hasAll ? 3 : 2 });
  const places = Math.max(...charts.map(({ series }) => series.length));
  return (text: string, series: number) => {
    const isRest = charts.some((chart) => chart.series[series]?.isRest === true);
    const { hex, code } = colorOf(series, isRest && series === places - 1);
    return hasAll ? chalk.hex(hex)(text) : chalk.ansi256(code)(text);
  };
}

const cutting = {
  cut: (text: string, width: number) => fitText(escapeForTerminal(text), width),
  cutNames: (names: readonly string[], width: number) =>
    fitTexts(names.map(escapeForTerminal), width, 'middle'),
};

function titleOf(range: DayRange, grouping: Grouping, granularity: string): string {
  const names = grouping.by.map((column) => nameColumn(column, grouping));
  const parts = names.length === 0 ? '' : ` by ${names.join(', ')}`;
  return `Costs${parts}, ${describeRange(range)}, one bar per ${granularity}`;
}
