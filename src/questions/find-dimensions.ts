import type { DayRange } from '../days.ts';
import type { RowPage } from '../json/bulk/rows.ts';
import { parseDecimal } from '../json/decimal.ts';
import { leaves, rowObject } from '../rows/cost-page.ts';
import type { RowSource } from '../rows/row-source.ts';

/** What rows are grouped by to explain a change, and how their prices are compared. */
export interface ExplainColumns {
  readonly by: readonly string[];
  /** The columns of `by`, and those that rows must share for their prices to be compared. */
  readonly all: readonly string[];
  /** The places in `all` of the columns that rows must share. */
  readonly alike: readonly number[];
  readonly quantity: string | undefined;
}

/** How many rows are looked at: enough to see which columns there are. */
const looked = 500;

/** The usual names of each dimension, from the most useful to the least. */
const names = {
  service: [
    /^service(_?name)?$/i,
    /^product(_?name)?$/i,
    /service/i,
    /product/i,
    /^meter_?category$/i,
  ],
  account: [
    /^(sub_?)?account_?name$/i,
    /^(sub_?)?account(_?id)?$/i,
    /^(project|subscription)(_?name)?$/i,
    /^(project|subscription)_?id$/i,
    /^usage_?account_?(name|id)$/i,
    /account/i,
  ],
  tag: [/^tags\.team$/i, /^tags\./i, /^labels\./i],
  provider: [/^provider(_?name)?$/i, /provider|vendor|publisher/i],
  usageType: [/^usage_?type$/i, /^sku(_?(id|price_?id|name|description))?$/i, /^meter(_?name)?$/i],
  quantity: [
    /^quantity$/i,
    /^(usage|consumed|pricing)_?quantity$/i,
    /quantity/i,
    /^usage_?amount$/i,
  ],
  unit: [/^unit$/i, /^(usage|consumed|pricing)_?unit$/i, /unit(_?of_?measure)?$/i],
};

/** Columns that are found by their names, as far as rows have them. */
export async function findDimensions(source: RowSource, range: DayRange) {
  const texts = new Map<string, number>();
  const numbers = new Map<string, number>();
  await source.readFirst(range, looked, (page) => countFilled(page, texts, numbers));
  const first = (filled: Map<string, number>, forms: readonly RegExp[]) => {
    // The most filled first, ties by name.
    const columns = [...filled]
      .sort(([one, count], [other, otherCount]) => otherCount - count || (one < other ? -1 : 1))
      .map(([column]) => column);
    const isLike = (column: string, form: RegExp) =>
      form.test(column) || form.test(plainName(column));
    return forms.flatMap((form) => columns.filter((column) => isLike(column, form)))[0];
  };
  const service = first(texts, names.service);
  const usual = [service, first(texts, names.account), first(texts, names.tag)];
  const isUsual = usual.some((column) => column !== undefined);
  const found = isUsual ? usual : [first(texts, names.provider)];
  const quantity = first(numbers, names.quantity);
  // A pricing quantity is counted in the pricing unit.
  const wanted = quantity?.toLowerCase().replace(/quantity|amount/, 'unit');
  const ownUnit = [...texts.keys()].find((column) => column.toLowerCase() === wanted);
  return {
    /** What costs are grouped by: a service, an account and a tag, or else the provider. */
    by: [...new Set(found.filter((column) => column !== undefined))],
    service,
    usageType: first(texts, names.usageType),
    quantity,
    unit: ownUnit ?? first(texts, names.unit),
  };
}

/** `lineItem/UsageType` and `line_item_usage_type` of AWS are usage types, and `sku.id` of Google is a `sku_id`. */
function plainName(column: string): string {
  return column.replace(/^line_?item[/_]/i, '').replaceAll(/[./]/g, '_');
}

function countFilled(page: RowPage, texts: Map<string, number>, numbers: Map<string, number>) {
  const count = (filled: Map<string, number>, column: string) =>
    filled.set(column, (filled.get(column) ?? 0) + 1);
  for (let row = 0; row < Math.min(page.count, looked); row += 1) {
    for (const [column, value] of leaves(rowObject(page, row))) {
      const isText = typeof value === 'string' && value.trim() !== '';
      if (isText) count(texts, column);
      if (value !== null && parseDecimal(String(value)) !== undefined) count(numbers, column);
    }
  }
}
