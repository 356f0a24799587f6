import type { Difference } from './rule.ts';

/**
 * What FOCUS 1.3 changed: eight columns for split costs, contracts and the parties of a charge, and ids
 * that begin with the name of the data set. Ids are those of the specification's repository, which the
 * Foundation's validator publishes since its version 2.1.
 */
export const difference: Difference = {
  prefix: 'CAU-',
  without: ['CAU-BilledCost-C-005-C'],
  rules: `
CAU-CostAndUsage-D-069-C | should | AllocatedMethodDetails | present | for DATA_GENERATOR_SPLIT_COST_ALLOCATION_SUPPORTED
CAU-CostAndUsage-D-070-C | must | AllocatedMethodId | present | for DATA_GENERATOR_SPLIT_COST_ALLOCATION_SUPPORTED
CAU-CostAndUsage-D-071-C | must | AllocatedResourceId | present | for DATA_GENERATOR_SPLIT_COST_ALLOCATION_SUPPORTED
CAU-CostAndUsage-D-072-C | must | AllocatedResourceName | present | for DATA_GENERATOR_SPLIT_COST_ALLOCATION_SUPPORTED
CAU-CostAndUsage-D-073-C | must | AllocatedTags | present | for DATA_GENERATOR_SPLIT_COST_ALLOCATION_SUPPORTED
CAU-CostAndUsage-D-074-C | must | ContractApplied | present | for CONTRACT_COMMITMENTS_SUPPORTED
CAU-CostAndUsage-D-075-M | must | HostProviderName | present
CAU-CostAndUsage-D-076-M | must | ServiceProviderName | present
CAU-AllocatedMethodDetails: type String; text; JSON object
CAU-AllocatedMethodId: type String; text
CAU-AllocatedResourceId: type String; text
CAU-AllocatedResourceName: type String; text; -; null if AllocatedResourceId is null; not null if AllocatedResourceId is not null
CAU-AllocatedTags: key-value pairs
CAU-ContractApplied: JSON object
CAU-HostProviderName: type String; text; not null
CAU-ServiceProviderName: type String; text; not null
NullHandling-A-002-M | must | * | no placeholder NULL, null, N/A, n/a, None
`,
  beyondFile: `
CAU-AllocatedMethodDetails-C-005-C CAU-AllocatedMethodDetails-C-006-C
CAU-AllocatedMethodId-C-004-C CAU-AllocatedMethodId-C-005-C CAU-AllocatedMethodId-C-006-M
CAU-AllocatedTags-C-003-C CAU-AllocatedTags-C-006-M CAU-AllocatedTags-C-007-M
CAU-AllocatedTags-C-008-M CAU-AllocatedTags-C-009-C CAU-AllocatedTags-C-011-M
CAU-AllocatedTags-C-012-O CAU-AllocatedTags-C-014-C CAU-ContractApplied-C-002-C
`,
};
