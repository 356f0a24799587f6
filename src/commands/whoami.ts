import { operations } from '../api/operations.ts';
import { probeUsers } from '../api/user-calls.ts';
import { command, record, text, textOrNull } from '../declaration/command.ts';
import { CostctlError } from '../errors.ts';
import type { View } from '../output/view.ts';
import type { Session } from '../session.ts';

const view: View<unknown> = {
  columns: [{ path: 'profile' }, { path: 'address' }, { path: 'token' }, { path: 'workspace' }],
  fields: ['profile', 'address', 'token', 'workspace'],
};

const show = command({
  words: 'whoami',
  purpose: 'Show the profile, address, kind of token and workspace in use',
  operation: operations.listUsers,
  workspace: true,
  view,
  result: () => record({ profile: textOrNull, address: text, token: text, workspace: textOrNull }),
  examples: ['costctl whoami', 'costctl whoami -o json'],
  run: async (session) => {
    const { settings, output } = session;
    const token = await findTokenKind(session);
    await output.one({
      profile: settings.profile.value ?? null,
      address: settings.sandbox ? 'the embedded sandbox' : (settings.baseUrl.value ?? ''),
      token,
      workspace: settings.sandbox ? session.workspace() : (settings.workspace.value ?? null),
    });
  },
});

/** Only an organization token may list the users: the service has no other published way to find out. */
async function findTokenKind({ http }: Session): Promise<string> {
  try {
    await probeUsers(http);
    return 'an organization token';
  } catch (error) {
    if (!(error instanceof CostctlError) || error.code !== 'forbidden') throw error;
    return 'a workspace token, or one without the capability to list users';
  }
}

export const whoami = [show];
