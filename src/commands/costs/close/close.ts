import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { operations } from '../../../api/operations.ts';
import { command } from '../../../command.ts';
import { monthRange } from '../../../days.ts';
import { inputFile } from '../../../declaration/kind.ts';
import { flagOf } from '../../../declaration/line.ts';
import { flag, type Input, optional } from '../../../declaration/option.ts';
import { usageError } from '../../../errors.ts';
import { stringifyJson } from '../../../json/stringify.ts';
import { isFile } from '../../../output/sink.ts';
import { describeDifferences } from '../../../questions/describe-differences.ts';
import { composeReport } from '../../../reports/compose.ts';
import { chooseLocale } from '../../../reports/locale.ts';
import { readLogo } from '../../../reports/logo.ts';
import {
  type CloseManifest,
  checksumsName,
  closeManifestName,
  formatChecksums,
  receiptName,
} from '../../../rows/manifest-file.ts';
import { readReceipt } from '../../../rows/read-receipt.ts';
import { describeFile, type Receipt } from '../../../rows/receipt.ts';
import type { Session } from '../../../session.ts';
import { type NewFolder, openNewFolder } from '../../../storage/new-folder.ts';
import { runFileExport } from '../export/file-run.ts';
import { incompleteData } from '../incomplete-data.ts';
import { byOption, type CostChoice } from '../options.ts';
import { gateOptions } from '../presence.ts';
import {
  type Invoice,
  invoiceOptions,
  openInvoice,
  reconcileInvoice,
} from '../reconcile/reconcile-run.ts';
import { renderReport } from '../report/report.ts';
import { completeInput, requireTag } from '../report/report-inputs.ts';
import { lineOf, type ReportInput, reportOptions } from '../report/report-options.ts';
import {
  chooseReportMonth,
  describeOrigin,
  gatherReport,
  type ReportRun,
} from '../report/report-run.ts';
import { tableFormOf } from '../result-format.ts';
import { filesOf, reconciledFile } from './close-files.ts';
import { describePack } from './close-manifest.ts';
import { requireSameRows, requireSameSums } from './close-same-rows.ts';

const { receipt: _receipt, monthToDate: _toDate, sections: _sections, ...shared } = reportOptions;

const options = {
  ...shared,
  ...gateOptions,
  invoice: optional(inputFile, 'reconcile an invoice (csv, xlsx, Parquet) with the rows'),
  invoiceBy: byOption(
    'the columns that lines of the invoice and rows have in common, such as service: COL[,COL] (repeatable)',
  ),
  invoiceDecimalComma: flag('amounts of the invoice are written as 1.234,56'),
  ...invoiceOptions,
};

type CloseInput = ReportInput & Pick<Input<typeof options>, keyof typeof invoiceKeys>;

const invoiceKeys = {
  ...{ invoice: true, invoiceBy: true, invoiceDecimalComma: true },
  ...{ map: true, sheet: true, tolerance: true },
};

const rowsName = 'costs.csv.gz';

export const close = command({
  words: 'costs close',
  purpose: 'Freeze a month in a folder: rows, receipt, rates, figures, report',
  operation: operations.getCosts,
  workspace: true,
  output: 'own',
  extensions: ['*'],
  options,
  details: `-O DIR is a folder that does not exist yet; {month} in it becomes the month, such as 2026-10. The folder
appears when everything in it is complete, or not at all. It has ${rowsName}, ${receiptName}, rates.json,
summary.csv, unit.csv, allocation.csv and reconcile.csv as far as they were requested, the report as html,
md and xlsx, and manifest.json with the size and SHA-256 of each. costctl costs verify DIR checks them, and so does
sha256sum -c SHA256SUMS; verify --live lists what was restated since, as amounts to correct next month.`,
  examples: [
    'costctl costs close --month 2026-10 --convert-to USD -O close-2026-10',
    'costctl costs close --last-month --by service,accountName --metric bmt_orders -O close-{month}',
  ],
  run: async (session, given) => {
    const input = { ...given, ...(await completeInput(session, given)) };
    requireInvoice(input);
    const choice = await chooseReportMonth(session, input);
    requireEnded(choice);
    const path = chooseFolder(session, choice);
    const locale = chooseLocale(input.locale);
    const logo = input.logo === undefined ? undefined : await readLogo(input.logo);
    const invoice = await openCloseInvoice(session, input);
    const folder = await openNewFolder(path, session.context);
    try {
      await requireTag(session, input, choice);
      const receipt = await exportRows(session, input, choice, folder);
      const run = await gatherReport(session, input, choice, true);
      requireComplete(session, choice, run);
      await requireSameRows(session, run, receipt.value);
      const document = composeReport(
        run.facts,
        run.sections,
        await describeOrigin(session, run, receipt.hash),
      );
      const table = tableFormOf(session.outputFlags);
      for (const [name, content] of filesOf(run, table)) await folder.write(name, content);
      for (const [name, form] of [
        ['report.html', 'html'],
        ['report.md', 'markdown'],
        ['report.xlsx', 'xlsx'],
      ] as const) {
        const content = await renderReport(session, document, { form, locale, logo });
        await folder.write(name, content);
      }
      const compared =
        invoice && (await addInvoice(session, input, choice, receipt.value, invoice, folder));
      const pack = await describePack(session, input, run, receipt.value, folder.path);
      const manifest = { ...pack, ...(compared === undefined ? {} : { invoice: compared }) };
      const text = `${stringifyJson({ ...manifest }, 2)}\n`;
      await folder.write(closeManifestName, text);
      const { sha256 } = await describeFile(join(folder.path, closeManifestName));
      const all = [...manifest.files, { path: closeManifestName, sha256 }];
      await folder.write(checksumsName, formatChecksums(all));
      await folder.commit();
      session.output.note(
        `closed ${choice.period.from.slice(0, 7)}: ${all.length + 1} files in ${path}`,
      );
    } finally {
      await folder.discard();
    }
  },
});

function requireInvoice({ invoice, invoiceBy, ...input }: CloseInput): void {
  if (invoice !== undefined && invoiceBy === undefined) {
    throw usageError('--invoice needs the key of its lines', 'add --invoice-by, such as service');
  }
  if (invoice !== undefined) return;
  const idle = Object.entries({ ...input, invoiceBy }).find(
    ([key, value]) => Object.hasOwn(invoiceKeys, key) && value !== undefined,
  );
  if (idle !== undefined) throw usageError(`${flagOf(idle[0])} needs --invoice FILE`);
}

type HashedInvoice = Invoice & { readonly sha256: string };

async function openCloseInvoice(
  session: Session,
  { invoice, invoiceBy = [], invoiceDecimalComma, map = {}, sheet }: CloseInput,
): Promise<HashedInvoice | undefined> {
  if (invoice === undefined) return undefined;
  const comma = { isUsed: invoiceDecimalComma === true, option: '--invoice-decimal-comma' };
  const lines = await openInvoice(session, invoice, { by: invoiceBy, map, sheet, comma });
  return { ...lines, sha256: (await describeFile(invoice)).sha256 };
}

/** Invoices are in the currencies of the rows: neither is converted. */
async function addInvoice(
  session: Session,
  input: CloseInput,
  choice: CostChoice,
  receipt: Receipt,
  invoice: HashedInvoice,
  folder: NewFolder,
): Promise<CloseManifest['invoice']> {
  const { convertTo: _to, rateDate: _date, rateMethod: _method, rates: _rates, ...own } = input;
  const { found, analysis } = await reconcileInvoice(
    session,
    invoice,
    { ...own, receipt: undefined },
    choice,
  );
  for (const warning of analysis.about().facts.warnings) session.output.warn(warning);
  requireSameSums(found, receipt);
  const text = reconciledFile(found, invoice.by, tableFormOf(session.outputFlags));
  await folder.write('reconcile.csv', text);
  const differences = describeDifferences(found);
  const isEqual = found.every((one) => one.class === 'matched' || one.class === 'rounding');
  const said = `the invoice: ${differences.join('; ')}`;
  if (isEqual) session.output.note(said);
  else session.output.warn(said);
  return { file: basename(invoice.path), sha256: invoice.sha256, by: [...invoice.by], differences };
}

/** A month is closed only if all of its data is there, or the command line accepts by name what is missing. */
function requireComplete(session: Session, choice: CostChoice, { completeness }: ReportRun): void {
  const faults = completeness?.faults.filter(({ allowed }) => !allowed) ?? [];
  if (faults.length > 0) throw incompleteData(session, faults, [choice.period]);
}

function requireEnded({ period, today }: CostChoice): void {
  const month = period.from.slice(0, 7);
  if (monthRange(month).to < today) return;
  throw usageError(`${month} has not ended`, 'close a month once it is over, such as --last-month');
}

function chooseFolder({ outputFlags, flags }: Session, { period }: CostChoice): string {
  const { outFile, columns, query, raw } = outputFlags;
  if (columns !== undefined || query !== undefined || raw === true || flags.output !== undefined) {
    throw usageError('a close pack takes no -o, --columns, --query or --raw');
  }
  if (isFile(outFile)) return outFile.replaceAll('{month}', period.from.slice(0, 7));
  throw usageError('a close pack needs a folder', 'add -O close-{month}');
}

/** The rows as csv, and the receipt: it names the file next to it, not the folder of this run. */
async function exportRows(
  session: Session,
  input: ReportInput,
  choice: CostChoice,
  folder: NewFolder,
) {
  const rows = join(folder.path, rowsName);
  const receipt = join(folder.path, receiptName);
  await runFileExport(
    {
      session,
      input: { ...input, receipt },
      choice,
      form: { format: 'csv', gzip: true },
      outFile: rows,
      columns: undefined,
      table: tableFormOf(session.outputFlags),
      focus: undefined,
      cannotResume: true,
    },
    rows,
  );
  const written = await readReceipt(receipt);
  const value = {
    ...written,
    command: writeLine(session, input, choice),
    files: written.files.map((file) => ({ ...file, path: rowsName })),
  };
  const text = `${stringifyJson({ ...value }, 2)}\n`;
  await folder.write(receiptName, text);
  return { value, hash: createHash('sha256').update(text).digest('hex') };
}

function writeLine(session: Session, input: ReportInput, { period }: CostChoice): string {
  return session.line({ ...lineOf(input), month: [period.from.slice(0, 7)], lastMonth: undefined });
}
