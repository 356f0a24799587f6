import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Finding } from '../../src/focus/judge.ts';
import { judgeFile } from '../../src/focus/judge-file.ts';
import { difference as of10 } from '../../src/focus/rules-1-0.ts';
import { difference as of11 } from '../../src/focus/rules-1-1.ts';
import { difference as of14 } from '../../src/focus/rules-1-4.ts';
import { type Focus, loadFocus } from '../../src/focus/version.ts';
import type { FocusVersion } from '../../src/focus/version-rules.ts';

/** The value of each column; null: an empty cell; undefined: the file lacks the column. */
export type FocusRow = Readonly<Record<string, string | null | undefined>>;

/** A row that breaks no rule of the data set, with a value wherever one is allowed. */
export function conformingRow(dataSet: FocusVersion | Focus): FocusRow {
  if (typeof dataSet === 'string') return conforming()[dataSet];
  const { title, version } = dataSet;
  if (title.endsWith('Invoice Detail')) return invoiceLine;
  return title.endsWith('Billing Period') ? billingPeriod : conforming()[version];
}

function conforming(): Readonly<Record<FocusVersion, FocusRow>> {
  const second = without(common, of11.withoutColumns);
  const fourth = { ...common, ...added };
  return {
    '1.0': without(second, of10.withoutColumns),
    '1.1': second,
    '1.2': common,
    '1.3': fourth,
    '1.4': without({ ...fourth, ...addedLast }, of14.withoutColumns),
  };
}

function without(row: FocusRow, names: readonly string[] = []): FocusRow {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
}

const common: FocusRow = {
  AvailabilityZone: 'eu-central-1a',
  BilledCost: '12.34',
  BillingAccountId: '4125',
  BillingAccountName: 'Shop',
  BillingAccountType: 'Payer',
  BillingCurrency: 'EUR',
  BillingPeriodEnd: '2026-11-01T00:00:00Z',
  BillingPeriodStart: '2026-10-01T00:00:00Z',
  CapacityReservationId: 'cr-1',
  CapacityReservationStatus: 'Used',
  ChargeCategory: 'Usage',
  ChargeClass: null,
  ChargeDescription: 'Two hours, "on demand"',
  ChargeFrequency: 'Usage-Based',
  ChargePeriodEnd: '2026-10-02T00:00:00Z',
  ChargePeriodStart: '2026-10-01T00:00:00Z',
  CommitmentDiscountCategory: 'Spend',
  CommitmentDiscountId: 'sp-1',
  CommitmentDiscountName: 'Plan',
  CommitmentDiscountQuantity: '2',
  CommitmentDiscountStatus: 'Used',
  CommitmentDiscountType: 'Savings Plan',
  CommitmentDiscountUnit: 'Hours',
  ConsumedQuantity: '2',
  ConsumedUnit: 'Hours',
  ContractedCost: '12.34',
  ContractedUnitPrice: '6.17',
  EffectiveCost: '-12.34',
  InvoiceId: 'inv-1',
  InvoiceIssuerName: 'AWS',
  ListCost: '20.00',
  ListUnitPrice: '10',
  PricingCategory: 'Standard',
  PricingCurrency: 'USD',
  PricingCurrencyContractedUnitPrice: '6.5',
  PricingCurrencyEffectiveCost: '13',
  PricingCurrencyListUnitPrice: '11E-1',
  PricingQuantity: '2',
  PricingUnit: 'GB-Hours',
  ProviderName: 'AWS',
  PublisherName: 'AWS',
  RegionId: 'eu-central-1',
  RegionName: 'Frankfurt',
  ResourceId: 'i-1',
  ResourceName: 'web',
  ResourceType: 'VM',
  ServiceCategory: 'Compute',
  ServiceName: 'EC2',
  ServiceSubcategory: 'Virtual Machines',
  SkuId: 'sku',
  SkuMeter: 'hours',
  SkuPriceDetails: '{"CoreCount":2,"x_Note":null}',
  SkuPriceId: 'price',
  SubAccountId: '77',
  SubAccountName: 'prod',
  SubAccountType: 'Account',
  Tags: '{"team":"web","spot":true}',
  x_Note: 'ä',
};

const added: FocusRow = {
  AllocatedMethodDetails: '{"Elements":[{"AllocatedRatio":0.5}]}',
  AllocatedMethodId: 'cpu',
  AllocatedResourceId: 'pod-1',
  AllocatedResourceName: 'pod',
  AllocatedTags: '{"app":"cart"}',
  ContractApplied: '{"Elements":[]}',
  HostProviderName: 'AWS',
  ServiceProviderName: 'AWS',
};

const addedLast: FocusRow = {
  CommitmentProgramEligibilityDetails: '{"CommitmentPrograms":[{"ProgramType":"SavingsPlan"}]}',
  InvoiceDetailId: 'line-1',
};

const invoiceLine: FocusRow = {
  BilledCost: '12.34',
  BillingAccountId: '4125',
  BillingCurrency: 'EUR',
  BillingPeriodEnd: '2026-11-01T00:00:00Z',
  BillingPeriodStart: '2026-10-01T00:00:00Z',
  ChargeCategory: 'Usage',
  InvoiceDetailCreated: '2026-11-03T08:00:00Z',
  InvoiceDetailDescription: 'Compute of October',
  InvoiceDetailGrain: '{"ServiceName":"EC2","x_Team":"web"}',
  InvoiceDetailId: 'line-1',
  InvoiceDetailLastUpdated: '2026-11-03T08:00:00Z',
  InvoiceId: 'inv-1',
  InvoiceIssueDate: '2026-11-03T00:00:00Z',
  InvoiceIssueStatus: 'Issued',
  InvoiceIssuerName: 'AWS',
  PaymentCurrency: 'USD',
  PaymentCurrencyBilledCost: '13.20',
  PaymentCurrencyInvoiceDetailId: 'line-1',
  PaymentDueDate: '2026-12-03T00:00:00Z',
  PaymentTerms: 'Net 30',
  PurchaseOrderNumber: 'PO-7',
  ReferenceInvoiceId: 'inv-1',
  x_PricingQuantity: '2',
};

const billingPeriod: FocusRow = {
  BillingPeriodCreated: '2026-10-01T00:00:00Z',
  BillingPeriodEnd: '2026-11-01T00:00:00Z',
  BillingPeriodLastUpdated: '2026-11-03T08:00:00Z',
  BillingPeriodStart: '2026-10-01T00:00:00Z',
  BillingPeriodStatus: 'Closed',
  InvoiceIssuerName: 'AWS',
};

export function csvOf(rows: readonly FocusRow[], columns?: readonly string[]): string {
  const [first = {}] = rows;
  // Columns that FOCUS does not define come last.
  const named = Object.keys(first).filter((name) => first[name] !== undefined);
  const own = named.filter((name) => name.startsWith('x_'));
  const header = columns ?? [...named.filter((name) => !own.includes(name)).sort(), ...own];
  const lines = rows.map((row) => header.map((name) => cellOf(row[name] ?? null)).join());
  return `${[header.join(), ...lines].join('\n')}\n`;
}

function cellOf(value: string | null): string {
  if (value === null) return '';
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

export function createFile(name: string, content: string | Uint8Array): string {
  const path = join(mkdtempSync(join(tmpdir(), 'costctl-focus-')), name);
  writeFileSync(path, content);
  return path;
}

export async function judge(
  path: string,
  dataSet: FocusVersion | Focus,
): Promise<readonly Finding[]> {
  const focus = typeof dataSet === 'string' ? await loadFocus(dataSet) : dataSet;
  const abilities = new Set(focus.rules.flatMap((rule) => rule.abilities));
  const { judge: judged } = await judgeFile(
    path,
    () => focus,
    abilities,
    () => undefined,
  );
  return judged.findings();
}

export function violated(findings: readonly Finding[]): readonly string[] {
  return findings.filter(({ violations }) => violations > 0).map(({ rule }) => rule);
}
