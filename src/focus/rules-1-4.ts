import type { Difference } from './version-rules.ts';

/**
 * What FOCUS 1.4 changed in the Cost and Usage data set: the providers of 1.2 are gone, and two columns
 * came. Their rules are those that the specification states for the columns themselves; the ids begin
 * with x_, because no model that has ids for them is public yet.
 */
export const difference: Difference = {
  base: '1.3',
  withoutColumns: ['ProviderName', 'PublisherName'],
  rules: `
x_InvoiceDetailId-1 | must | InvoiceDetailId | type String
x_InvoiceDetailId-2 | must | InvoiceDetailId | text
x_CommitmentProgramEligibilityDetails-1 | must | CommitmentProgramEligibilityDetails | type String
x_CommitmentProgramEligibilityDetails-2 | must | CommitmentProgramEligibilityDetails | text
x_CommitmentProgramEligibilityDetails-3 | must | CommitmentProgramEligibilityDetails | JSON object
`,
};
