import { createHash } from 'node:crypto';
import { operations } from '../../../api/operations.ts';
import { command } from '../../../command.ts';
import { periodName, rangeName } from '../../../days.ts';
import { usageError } from '../../../errors.ts';
import { endingsOf, type ReportFormat, reportFormats } from '../../../formats/registry.ts';
import { refuseCsvOptions } from '../../../open-output.ts';
import { isFile } from '../../../output/sink.ts';
import { plain } from '../../../phrase.ts';
import { currenciesOf } from '../../../questions/result-rows.ts';
import { composeReport } from '../../../reports/compose.ts';
import { writeHtml } from '../../../reports/html.ts';
import { chooseLocale, createFormats } from '../../../reports/locale.ts';
import { readLogo } from '../../../reports/logo.ts';
import type { ReportDocument } from '../../../reports/report-document.ts';
import { writeMarkdown } from '../../../reports/report-markdown.ts';
import type { About } from '../../../rows/about.ts';
import type { Session } from '../../../session.ts';
import { checkAtomicFile, writeFileAtomically } from '../../../storage/atomic.ts';
import { pluralize } from '../../../text.ts';
import { daysOf, describeScope, lackOfCurrency } from '../analysis-about.ts';
import { describeRates, readPolicy } from '../conversion.ts';
import { describeConversion } from '../convert-period.ts';
import { composeReceipt } from '../write-receipt.ts';
import { completeInput } from './report-inputs.ts';
import { lineOf, type ReportInput, refuseIdle, reportOptions } from './report-options.ts';
import { chooseReportMonth, describeOrigin, gatherReport, type ReportRun } from './report-run.ts';

export const report = command({
  words: 'costs report',
  purpose: 'Write a monthly report',
  operation: operations.getCosts,
  workspace: true,
  output: 'own',
  options: reportOptions,
  details: `-O report.html is one page that loads nothing and runs nothing, for light and dark screens and for
paper; .md is for a pull request or a wiki, .xlsx has a sheet for each section. Without -O it prints markdown.
A section whose input is missing is left out, and the report says so. Columns are found by their names if --by
does not name them. Amounts are rounded to the currency's decimals, half to even; --exact shows all digits, and
a workbook always has them.`,
  examples: [
    'costctl costs report --last-month --convert-to USD -O report.html',
    'costctl costs report --month 2026-10 --convert-to EUR --locale de-DE --metric bmt_orders -O report.md',
    'costctl costs report --month 2026-10 --by service,tags.team --sections total,changes,by --top 5',
  ],
  run: async (session, given) => {
    refuseIdle(given);
    const form = chooseForm(session, given);
    const input = await completeInput(session, given);
    const { outFile } = session.outputFlags;
    if (isFile(outFile)) await checkAtomicFile(outFile);
    const locale = chooseLocale(input.locale);
    const logo =
      input.logo === undefined || form !== 'html' ? undefined : await readLogo(input.logo);
    const choice = await chooseReportMonth(session, input);
    const run = await gatherReport(session, input, choice);
    const facts = await receiptFacts(session, input, run, form);
    const { text } = await composeReceipt(session, input, choice, facts);
    const hash = createHash('sha256').update(text).digest('hex');
    const origin = await describeOrigin(session, run, hash);
    const document = composeReport(run.facts, run.sections, origin);
    if (input.receipt !== undefined) {
      await writeFileAtomically(input.receipt, text, session.context);
    }
    await write(session, document, { form, locale, logo });
  },
});

const extensions = endingsOf(reportFormats);

function chooseForm({ flags, outputFlags }: Session, { logo }: ReportInput): ReportFormat {
  const { outFile, columns, query, raw } = outputFlags;
  if (columns !== undefined || query !== undefined || raw === true) {
    throw usageError(
      'a report takes no --columns, --query or --raw',
      'costctl costs summary and costctl costs compare print the figures',
    );
  }
  const { output: asked } = flags;
  const given =
    asked === undefined ? undefined : reportFormats.find((one) => one === asked.toLowerCase());
  if (asked !== undefined && given === undefined) {
    throw usageError(`costs report writes ${reportFormats.join(', ')}, not ${asked}`);
  }
  const ending = isFile(outFile) ? /\.([^./\\]+)$/.exec(outFile.toLowerCase())?.[1] : undefined;
  const named = ending === undefined ? undefined : extensions.get(ending);
  if (isFile(outFile) && named === undefined && given === undefined) {
    throw usageError(
      `--out-file ${outFile}: no report has this extension`,
      `use .html, .md or .xlsx, or give -o ${reportFormats.join(', ')}`,
    );
  }
  if (given !== undefined && named !== undefined && given !== named) {
    throw usageError(
      `--out-file ${outFile} is ${named} by its extension, but --output says ${given}`,
      'leave out --output, or give the file another extension',
    );
  }
  const form = given ?? named ?? 'markdown';
  refuseCsvOptions(outputFlags, form, 'costctl costs summary -o csv prints the figures');
  if (form === 'xlsx' && !isFile(outFile)) {
    throw usageError('xlsx needs a file', 'add -O report.xlsx');
  }
  if (logo !== undefined && form !== 'html') {
    throw usageError(
      `--logo is for html, and the report is ${form}`,
      'write it with -O report.html',
    );
  }
  return form;
}

async function receiptFacts(session: Session, input: ReportInput, run: ReportRun, format: string) {
  const { choice, windows, facts, convertTo } = run;
  const month = {
    month: [choice.period.from.slice(0, 7)],
    lastMonth: undefined,
    monthToDate: undefined,
  };
  const { baseline } = facts;
  const converted = convertTo === undefined ? undefined : { ...input, convertTo };
  return {
    given: { command: session.line({ ...lineOf(input), ...month }), format },
    start: run.start,
    requests: run.requests(),
    done: windows,
    more: {
      against: [rangeName(baseline)],
      ...(converted === undefined ? {} : await describeRates(session, converted, run.rates())),
      about: await aboutReport(session, input, run),
    },
  };
}

/** The facts that the caption of another answer has. */
async function aboutReport(session: Session, input: ReportInput, run: ReportRun): Promise<About> {
  const { choice, facts, columns, completeness, convertTo } = run;
  const { caveats, whole } = facts;
  return {
    period: daysOf(choice.period),
    ...(facts.isBaselineKnown ? { baseline: facts.baseline } : {}),
    scope: await describeScope(session, choice),
    conditions: input.where ?? [],
    amountColumn: columns?.amount ?? null,
    currencies: currenciesOf(whole.after).filter((currency) => currency !== null),
    ...lackOfCurrency(columns),
    ...(convertTo === undefined
      ? {}
      : {
          conversion: {
            ...describeConversion(input, convertTo, run.rates()),
            ...(await readPolicy(session, input)),
          },
        }),
    ...(completeness === undefined ? {} : { completeness }),
    warnings: session.output.warned(),
    notes: [...new Set(caveats.map(({ said }) => plain(said)))].filter(
      (note) => !session.output.warned().includes(note),
    ),
  };
}

interface Writing {
  readonly form: ReportFormat;
  readonly locale: string;
  readonly logo: string | undefined;
}

async function write(session: Session, document: ReportDocument, writing: Writing): Promise<void> {
  const { context, output, outputFlags } = session;
  const { outFile } = outputFlags;
  const content = await renderReport(session, document, writing);
  if (!isFile(outFile)) return output.text(content);
  await writeFileAtomically(outFile, content, context);
  output.note(
    `${outFile}: ${document.title}, ${periodName(document.period)}, ${pluralize(document.sections.length, 'section')}`,
  );
}

export async function renderReport(
  { outputFlags }: Session,
  document: ReportDocument,
  { form, locale, logo }: Writing,
): Promise<string | Uint8Array> {
  const { hasCurrencies } = document;
  const formats = createFormats({ locale, exact: outputFlags.exact === true, hasCurrencies });
  if (form === 'html') return writeHtml(document, { formats, logo });
  if (form === 'markdown') return writeMarkdown(document, formats);
  const { writeReportWorkbook } = await import('../../../reports/report-workbook.ts');
  return writeReportWorkbook(document, formats);
}
