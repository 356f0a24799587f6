import { basename } from 'node:path';
import { operations } from '../../../api/operations.ts';
import { command } from '../../../command.ts';
import { inputFile, parsed } from '../../../declaration/kind.ts';
import { argument, repeatedAs, withoutSettings } from '../../../declaration/option.ts';
import type { Fields } from '../../../declaration/result.ts';
import { CostctlError, usageError } from '../../../errors.ts';
import { withPlus } from '../../../json/decimal.ts';
import {
  describeDifference,
  describeDifferences,
} from '../../../questions/describe-differences.ts';
import { invoiceClasses, spellingsOf } from '../../../questions/reconcile-invoice.ts';
import {
  currenciesOf,
  nameGroup,
  nameValues,
  type ResultRow,
  withCurrency,
} from '../../../questions/result-rows.ts';
import type { About } from '../../../rows/about.ts';
import type { Completeness } from '../../../rows/completeness.ts';
import { conditionOfAny } from '../../../rows/where-language.ts';
import { analysisOptions } from '../analysis-input.ts';
import { currencyField, groupedView, money, showJudged } from '../figure-view.ts';
import { listRows } from '../list.ts';
import { byOption, chooseCosts } from '../options.ts';
import { commaOption, invoiceOptions, openInvoice, reconcileInvoice } from './reconcile-run.ts';

const invoiceClass = parsed(
  'class',
  `must be one of ${invoiceClasses.join(', ')}`,
  { example: 'tax', suggestions: [...invoiceClasses] },
  (given) => invoiceClasses.find((one) => one === given.toLowerCase().replaceAll('-', ' ')),
);

const figures: Fields = {
  currency: currencyField,
  invoice: ['decimal', { ...money, importance: 'normal' }],
  rows: ['decimal', { ...money, importance: 'normal' }],
  difference: ['decimal', { ...money, signed: true }],
  class: [
    { enum: invoiceClasses },
    { kind: 'state', importance: 'answer', whole: 'always', moves: true },
  ],
};

export const reconcile = command({
  words: 'costs reconcile',
  purpose: 'Compare an invoice with the rows, and classify every difference',
  operation: operations.getCosts,
  check: true,
  arguments: { invoice: argument(inputFile, 'invoice: csv, xlsx or Parquet') },
  options: {
    ...withoutSettings(analysisOptions),
    by: byOption(
      'the columns that lines of the invoice and rows have in common, such as service: COL[,COL] (repeatable)',
    ),
    ...invoiceOptions,
    ...commaOption,
    accept: repeatedAs(
      invoiceClass,
      (classes) => classes,
      'do not fail for differences of this class (repeatable)',
    ),
  },
  details: `A difference is the amount of the invoice minus that of the rows, for each value of --by and each currency.
Its class says why.

  matched                 no difference
  rounding                at most --tolerance
  missing in the rows     only the invoice has it
  missing in the invoice  only the rows have it
  duplicated              the invoice has a line twice, the same in every column
  tax                     by the column charge, such as ChargeCategory of FOCUS
  credit                  by the same column, or a negative amount
  amount differs          none of these

A duplicated line, a tax or a credit is the reason if the two sides agree without it. If they do not, it is
split off only if other values of --by prove that the rows lack such lines, and no value has them on both sides. The
classes add up to the whole difference. Exit 11 if there is a difference beyond rounding that --accept does not name.`,
  examples: ['costctl costs reconcile invoice.csv --last-month --by service --accept tax'],
  rows: figures,
  run: async (session, input) => {
    const { by = [], invoice } = input;
    if (by.length === 0) {
      throw usageError('no column to compare by', 'add --by, such as --by service');
    }
    const choice = await chooseCosts(session, input);
    const { map = {}, sheet, decimalComma } = input;
    const comma = { isUsed: decimalComma === true, option: '--decimal-comma' };
    const lines = await openInvoice(session, invoice, { by, map, sheet, comma });
    const { found, analysis, groups } = await reconcileInvoice(session, lines, input, choice);
    const accepted = new Set<string>(['matched', 'rounding', ...(input.accept ?? [])]);
    const rows = found.map((one) => describeDifference(one, by));
    await showJudged(session, rows, {
      isCheck: false,
      describe: (row: ResultRow) => ({
        name: [...nameGroup(row, by), row['currency'] ?? ''].join(' ').trim(),
        state: accepted.has(String(row['class'])) ? 'passed' : 'failed',
        message: `${row['class']}: invoice ${withCurrency(row, 'invoice')}, rows ${withCurrency(row, 'rows')}, difference ${withPlus(withCurrency(row, 'difference'))}`,
      }),
      view: {
        ...groupedView(analysis.grouping, figures, rows),
        lead: describeDifferences(found),
        about: analysis.about({
          question: [`${basename(invoice)} against the rows, by ${by.join(', ')}`],
          ...judgedAlone(analysis.completeness),
        }),
      },
    });
    await analysis.conclude();
    const left = found.filter((one) => !accepted.has(one.class));
    if (left.length === 0) return;
    const shown = left.find(({ rows }) => rows.units !== 0n);
    // The rows that are listed are not converted.
    const isMixed = input.convertTo === undefined && currenciesOf(found).length > 1;
    const { currency } = analysis.columns ?? {};
    const keys = isMixed && currency !== undefined ? [...by, currency] : by;
    const values =
      shown === undefined ? [] : [...shown.values, shown.currency].slice(0, keys.length);
    const all = shown === undefined ? [] : [...spellingsOf(shown, groups), [shown.currency]];
    const conditions = keys.map((column, at) => conditionOfAny(column, all[at] ?? [null]));
    const shows =
      shown === undefined
        ? ''
        : `${listRows(session, input, conditions)} shows the rows of ${nameValues(values).join(', ')}; `;
    throw new CostctlError(
      'check_failed',
      `the invoice differs: ${describeDifferences(left, 'not accepted').join('; ')}`,
      { hint: `${shows}--accept CLASS accepts a class` },
    );
  },
});

/** The weeks before the period, which would show what is usual on its first days, were not read. */
function judgedAlone(found: Completeness | undefined): Partial<About> {
  if (found?.complete !== true) return {};
  return { completeness: { ...found, text: `${found.text}, as far as the period alone shows` } };
}
