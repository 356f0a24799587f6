import type { Given } from '../declaration/line.ts';
import type { Option } from '../declaration/option.ts';
import { noTarget } from '../settings/setting-kinds.ts';
import type { Settings } from '../settings.ts';

/** The values that environment and profile give to the options of an action, as they would be typed. */
export function applySettings(
  options: Readonly<Record<string, Option>>,
  { options: given }: Given,
  settings: Settings,
): Readonly<Record<string, readonly string[]>> {
  const { where, rateMethod } = settings;
  const target = given['convertTo'] ?? targetOf(options, settings);
  const isConverted = target !== undefined && String(target).toLowerCase() !== noTarget;
  const takesMethod = isConverted && given['rateDate'] === undefined;
  const found = {
    where: given['noWhere'] === true ? [] : where.value,
    convertTo: isConverted ? [String(target)] : [],
    rateMethod: takesMethod && rateMethod.value !== undefined ? [rateMethod.value] : [],
  };
  const applied = Object.entries(found).flatMap(([key, texts]) => {
    const typed = given[key];
    if (options[key]?.setting === undefined || texts.length === 0) return [];
    if (key !== 'where') return typed === undefined ? [[key, texts] as const] : [];
    return [[key, [...new Set([...texts, ...[typed ?? []].flat().map(String)])]] as const];
  });
  return Object.fromEntries(applied);
}

/** A report may be in another currency than everything else. */
function targetOf(
  { convertTo: option }: Readonly<Record<string, Option>>,
  { convertTo, report }: Settings,
): string | undefined {
  const isReport = option?.setting === 'reportConvertTo' && convertTo.source !== 'environment';
  return (isReport ? report?.reportConvertTo : undefined) ?? convertTo.value;
}
