import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { version } from '../../../../package.json';
import { formatDecimal } from '../../../json/decimal.ts';
import { plain } from '../../../phrase.ts';
import { mergeGroups } from '../../../questions/result-rows.ts';
import { type CloseManifest, checksumsName } from '../../../rows/manifest-file.ts';
import { contentOf, describeFile, type Receipt } from '../../../rows/receipt.ts';
import type { Session } from '../../../session.ts';
import type { ReportInput } from '../report/report-options.ts';
import type { ReportRun } from '../report/report-run.ts';

/** The manifest of a folder: its files, and how their figures came about. */
export async function describePack(
  session: Session,
  input: ReportInput,
  run: ReportRun,
  receipt: Receipt,
  folder: string,
): Promise<CloseManifest> {
  const { facts, by } = run;
  const { command, address, from, to, where, parameters } = receipt;
  const { dateColumn, amountColumn, currencyColumn } = receipt;
  const names = (await readdir(folder)).sort();
  const files = [];
  for (const name of names) files.push({ ...(await describeFile(join(folder, name))), path: name });
  const columns = facts.pairs === undefined ? by.slice(0, 1) : by.slice(0, 2);
  const groups = facts.pairs?.after ?? facts.parts[0]?.after ?? facts.whole.after;
  const merged = mergeGroups(groups, ({ values, currency }) => ({ day: null, values, currency }));
  const sums = merged.map(({ values, currency, total }) => ({
    values: [...values],
    currency,
    total: formatDecimal(total),
  }));
  const days = contentOf(receipt);
  return {
    kind: 'costs close',
    version,
    command,
    data: run.completeness?.text ?? null,
    warnings: [
      ...new Set([...run.facts.caveats.map(({ said }) => plain(said)), ...session.output.warned()]),
    ],
    allowed: (run.completeness?.faults ?? []).map(({ source, verdict, days }) => ({
      source,
      verdict,
      days: [...days],
    })),
    closed: new Date(session.context.clock.now()).toISOString(),
    ...{ address, from, to, where, parameters },
    ...{ dateColumn, amountColumn, currencyColumn },
    convertTo: run.convertTo ?? null,
    rateDate: input.rateDate ?? null,
    ...(run.convertTo === undefined || input.rateDate !== undefined
      ? {}
      : { rateMethod: input.rateMethod ?? 'daily' }),
    conversion: run.facts.conversion.map(plain),
    by: [...columns],
    sums,
    ...(days === undefined ? {} : { days }),
    files,
    checksums: checksumsName,
  };
}
