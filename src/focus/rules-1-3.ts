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
CAU-AllocatedMethodDetails-C-001-M | must | AllocatedMethodDetails | type String
CAU-AllocatedMethodDetails-C-002-M | must | AllocatedMethodDetails | text
CAU-AllocatedMethodDetails-C-003-M | must | AllocatedMethodDetails | JSON object
CAU-AllocatedMethodId-C-001-M | must | AllocatedMethodId | type String
CAU-AllocatedMethodId-C-002-M | must | AllocatedMethodId | text
CAU-AllocatedResourceId-C-001-M | must | AllocatedResourceId | type String
CAU-AllocatedResourceId-C-002-M | must | AllocatedResourceId | text
CAU-AllocatedResourceName-C-001-M | must | AllocatedResourceName | type String
CAU-AllocatedResourceName-C-002-M | must | AllocatedResourceName | text
CAU-AllocatedResourceName-C-004-C | must | AllocatedResourceName | null | if AllocatedResourceId is null
CAU-AllocatedResourceName-C-005-C | must | AllocatedResourceName | not null | if AllocatedResourceId is not null
CAU-AllocatedTags-C-001-M | must | AllocatedTags | key-value pairs
CAU-ContractApplied-C-001-M | must | ContractApplied | JSON object
CAU-HostProviderName-C-001-M | must | HostProviderName | type String
CAU-HostProviderName-C-002-M | must | HostProviderName | text
CAU-HostProviderName-C-003-M | must | HostProviderName | not null
CAU-ServiceProviderName-C-001-M | must | ServiceProviderName | type String
CAU-ServiceProviderName-C-002-M | must | ServiceProviderName | text
CAU-ServiceProviderName-C-003-M | must | ServiceProviderName | not null
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
