import { ExactNumber } from '../../json/number.ts';
import { startOfDay, timestamp } from '../calendar.ts';
import type {
  Filter,
  Provider,
  User,
  Workspace,
  WorkspaceProvider,
} from '../state/record-kinds.ts';

/** The first of the three workspaces; commands use it if none is named. */
export const defaultWorkspaceId = 'wsp_storefront';

export const sampleWorkspaces: readonly Workspace[] = [
  {
    id: defaultWorkspaceId,
    name: 'Storefront',
    description: 'Web shop, mobile apps and everything a customer sees',
    currency: 'USD',
    // More digits than a double has, to show that a client preserves them.
    monthlyBudget: new ExactNumber('125000.1234567890123456789'),
    owners: ['mara@example.com'],
    createdAt: '2024-02-12T09:30:00Z',
    updatedAt: '2026-01-08T14:02:11Z',
  },
  {
    id: 'wsp_platform',
    name: 'Platform & Data',
    description: 'Shared clusters, data warehouse, "build" machines',
    currency: 'USD',
    monthlyBudget: 64000,
    owners: ['kenji@example.com', 'amina@example.com'],
    createdAt: '2024-02-12T09:41:27Z',
    updatedAt: null,
  },
  {
    id: 'wsp_forschung-eu',
    name: 'Forschung, Europa',
    description: 'Research in Zürich and München; invoiced in euro',
    currency: 'EUR',
    monthlyBudget: null,
    owners: [],
    createdAt: '2025-03-03T07:00:00Z',
    updatedAt: '2025-11-19T16:45:00Z',
  },
];

export const sampleWorkspaceProviders: readonly WorkspaceProvider[] = [
  enabled('wpr_storefront_aws', 'wsp_storefront', 'prv_aws_main', ['412583920174', '730194825561']),
  enabled('wpr_storefront_azure', 'wsp_storefront', 'prv_azure', ['8c1f2a60-shop']),
  enabled('wpr_storefront_datadog', 'wsp_storefront', 'prv_datadog', null),
  enabled('wpr_platform_aws', 'wsp_platform', 'prv_aws_main', ['905417263388']),
  enabled('wpr_platform_gcp', 'wsp_platform', 'prv_gcp', null),
  enabled('wpr_platform_snowflake', 'wsp_platform', 'prv_snowflake', null),
  enabled('wpr_platform_kubernetes', 'wsp_platform', 'prv_kubernetes', null),
  enabled('wpr_forschung_gcp', 'wsp_forschung-eu', 'prv_gcp', ['forschung-eu-417']),
  enabled('wpr_forschung_azure', 'wsp_forschung-eu', 'prv_azure', ['8c1f2a60-labor']),
];

export const sampleFilters: readonly Filter[] = [
  filter(
    'flt_production',
    'wsp_storefront',
    'Production only',
    'tags.environment = "production"',
    true,
  ),
  filter('flt_no_credits', 'wsp_storefront', 'Without credits, refunds', 'chargeType != "Credit"'),
  filter(
    'flt_compute',
    'wsp_storefront',
    'Compute',
    'service in ("Amazon EC2", "Virtual Machines")',
  ),
  filter('flt_unlabelled', 'wsp_platform', 'Untagged “orphans”', 'tags.team is null', true),
  filter('flt_euro', 'wsp_forschung-eu', 'Nur Euro', 'currency = "EUR"'),
];

function enabled(
  id: string,
  workspaceId: string,
  providerId: string,
  accounts: readonly string[] | null,
): WorkspaceProvider {
  const createdAt = '2025-03-04T10:15:00Z';
  return { id, workspaceId, providerId, enabled: true, accounts, createdAt, updatedAt: null };
}

function filter(
  id: string,
  workspaceId: string,
  title: string,
  text: string,
  isDefault = false,
): Filter {
  const createdAt = '2025-06-17T11:20:00Z';
  return { id, workspaceId, title, filter: text, isDefault, createdAt };
}

/** Invitations and logins are dated relative to the day on which the sandbox starts. */
export function sampleUsers(today: number): readonly User[] {
  const member = (
    id: string,
    first: string,
    last: string,
    role: string,
    daysAway: number,
  ): User => ({
    ...person(id, first, last, role),
    status: 'active',
    joinedAt: '2025-03-02T08:05:00Z',
    lastLoginAt: timestamp(startOfDay(today - daysAway) - 7 * 3_600_000),
  });
  return [
    member('usr_mara', 'Mara', 'Lindqvist', 'owner', 0),
    member('usr_kenji', 'Kenji', '田中', 'editor', 1),
    member('usr_amina', 'Amina', 'Diallo', 'editor', 2),
    member('usr_bjorn', 'Björn', 'Ångström', 'viewer', 12),
    member('usr_odhran', 'Odhrán', "O'Neill, Jr.", 'integrationOwner', 1),
    member('usr_lucia', 'Lucía', 'Fernández "Lu"', 'viewer', 45),
    {
      ...person('usr_pavel', 'Pavel', 'Novák', 'viewer'),
      status: 'suspended',
      joinedAt: '2025-04-01T12:00:00Z',
    },
    {
      ...person('usr_noor', 'Noor', 'Haddad', 'editor'),
      status: 'invited',
      inviteExpiresAt: timestamp(startOfDay(today + 4)),
    },
    {
      ...person('usr_tomas', 'Tomás', 'Silva', 'viewer'),
      status: 'invited',
      inviteExpiresAt: timestamp(startOfDay(today - 20)),
    },
    {
      ...person('usr_greta', 'Greta', 'Weiß', 'viewer'),
      status: 'removed',
      joinedAt: '2025-03-09T09:00:00Z',
    },
  ];
}

function person(id: string, firstName: string, lastName: string, role: string): User {
  const email = `${id.slice('usr_'.length)}@example.com`;
  const dates = { joinedAt: null, lastLoginAt: null, inviteExpiresAt: null };
  return { id, email, firstName, lastName, status: 'active', role, ...dates };
}

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
