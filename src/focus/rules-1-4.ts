import type { Difference } from './rule.ts';

/**
 * What FOCUS 1.4 changed: the providers of 1.2 are gone from Cost and Usage, it has two new columns, and
 * there are two more data sets. Ids are those of the requirements model in the specification's repository.
 */
export const difference: Difference = {
  withoutColumns: ['ProviderName', 'PublisherName'],
  rules: `
CAU-InvoiceDetailId: type String; text
CAU-CommitmentProgramEligibilityDetails: type String; text; JSON object
`,
  dataSets: [
    {
      name: 'Invoice Detail',
      prefix: 'IND-InvoiceDetail',
      columns: `
D-004-M | BilledCost: type Decimal; number; not null
D-005-M | BillingAccountId: type String; text; not null
D-006-M | BillingCurrency: type String; text; currency; not null; -; national currency
D-007-M | BillingPeriodEnd: type Date/Time; date and time; not null
D-008-M | BillingPeriodStart: type Date/Time; date and time; not null
D-009-M | ChargeCategory: type String; not null; one of Usage, Purchase, Tax, Credit, Adjustment
D-010-M | InvoiceDetailCreated: type Date/Time; date and time; not null
D-011-M | InvoiceDetailDescription: type String; text; should not null
D-012-M | InvoiceDetailGrain: -; key-value pairs; -; -; -; -; should Pascal case keys
D-013-M | InvoiceDetailId: type String; text; not null; unique within InvoiceId
D-014-M | InvoiceDetailLastUpdated: type Date/Time; date and time; not null; -; >= InvoiceDetailCreated
D-015-M | InvoiceId: type String; text; not null
D-016-M | InvoiceIssueDate: type Date/Time; date and time
D-017-M | InvoiceIssueStatus: type String; text; not null; one of Open, Issued, Voided
D-018-M | InvoiceIssuerName: type String; text; not null
D-019-C | PaymentCurrency: type String; text; not null; -; national currency | BILLING_PAYMENT_CURRENCY_DIFFERENCES_SUPPORTED
D-020-C | PaymentCurrencyBilledCost: type Decimal; number; not null | BILLING_PAYMENT_CURRENCY_DIFFERENCES_SUPPORTED
- | PaymentCurrencyInvoiceDetailId: type String; text; not null; -; = InvoiceDetailId if PaymentCurrencyBilledCost != 0
D-022-M | PaymentDueDate: type Date/Time; date and time
D-023-M | PaymentTerms: type String; text; not null
- | PurchaseOrderNumber: type String; text
D-025-M | ReferenceInvoiceId: type String; text; not null
`,
    },
    {
      name: 'Billing Period',
      prefix: 'BIP-BillingPeriod',
      columns: `
D-004-M | BillingPeriodCreated: type Date/Time; date and time; not null
D-005-M | BillingPeriodEnd: type Date/Time; date and time; not null
D-006-M | BillingPeriodLastUpdated: type Date/Time; date and time; not null; -; >= BillingPeriodCreated
D-007-M | BillingPeriodStart: type Date/Time; date and time; not null
D-008-M | BillingPeriodStatus: type String; not null; one of Open, Closed
D-009-M | InvoiceIssuerName: type String; text; not null
`,
    },
  ],
};
