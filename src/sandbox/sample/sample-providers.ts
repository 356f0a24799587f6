import type { Provider } from '../state/record-kinds.ts';

export const providerDefinitions = [
  definition('aws', 'cloud', 'Amazon Web Services', ['roleArn'], ['reportBucket', 'reportPrefix']),
  definition(
    'azure',
    'cloud',
    'Microsoft Azure',
    ['tenantId', 'clientId', 'clientSecret'],
    ['scope'],
  ),
  definition('gcp', 'cloud', 'Google Cloud', ['serviceAccountKey'], ['billingDataset']),
  definition('kubernetes', 'container', 'Kubernetes', ['agentToken'], ['clusterName'], true),
  definition('snowflake', 'saas', 'Snowflake', ['account', 'user', 'privateKey'], ['warehouse']),
  definition('datadog', 'saas', 'Datadog', ['apiKey', 'applicationKey'], ['site']),
  definition('custom', 'custom', 'Custom provider', [], []),
];

export const sampleProviders: readonly Provider[] = [
  provider('prv_aws_main', 'aws', 'AWS organization', {
    description: 'Payer account, all linked accounts',
    externalId: '104729385610',
    syncFrequencyMinutes: 360,
  }),
  provider('prv_azure', 'azure', 'Azure enrollment', { externalId: '8c1f2a60' }),
  provider('prv_gcp', 'gcp', 'Google Cloud, Rechnungskonto „Süd“', {
    externalId: '01A2B3-C4D5E6-F7A8B9',
    syncFrequencyMinutes: 720,
  }),
  provider('prv_kubernetes', 'kubernetes', 'Cluster blue', {
    parentProviderId: 'prv_aws_main',
    syncFrequencyMinutes: 60,
  }),
  provider('prv_snowflake', 'snowflake', 'Snowflake', {
    fault: 'the private key was refused: JWT_TOKEN_INVALID',
    syncFrequencyMinutes: 720,
  }),
  provider('prv_datadog', 'datadog', 'Datadog (東京)', { syncedHoursAgo: 9 * 24 }),
  provider('prv_licences', 'custom', 'Licences, "seats" and support', {
    description: 'Uploaded by hand each month',
    syncedHoursAgo: null,
  }),
];

export function definitionOf(key: string) {
  return providerDefinitions.find((one) => one.key === key);
}

function definition(
  key: string,
  type: string,
  displayName: string,
  requiredCredentialFields: string[],
  optionalSettingFields: string[],
  requiresParentProvider = false,
) {
  return {
    key,
    type,
    displayName,
    kind: type === 'custom' ? 'upload' : 'connection',
    requiredCredentialFields,
    optionalSettingFields,
    iconUrl: null,
    requiresParentProvider,
  };
}

function provider(id: string, key: string, name: string, more: Partial<Provider>): Provider {
  return {
    id,
    key,
    type: definitionOf(key)?.type ?? 'custom',
    name,
    description: null,
    parentProviderId: null,
    externalId: null,
    syncFrequencyMinutes: 1440,
    fault: null,
    syncedHoursAgo: 0,
    createdAt: '2025-03-02T08:00:00Z',
    updatedAt: null,
    ...more,
  };
}
