import { AnyJson } from '../api/operation.ts';
import { operations } from '../api/operations.ts';
import { withoutSecrets } from '../api/secret-names.ts';
import { probeUsers } from '../api/user-calls.ts';
import { command } from '../command.ts';
import { type Fields, viewOf } from '../declaration/result.ts';
import { hasCode } from '../errors.ts';
import { isObject, type JsonObject } from '../json/number.ts';
import type { Session } from '../session.ts';
import { findTokenOperation } from './openapi/service-operation.ts';

const fields: Fields = {
  profile: ['text or null', {}],
  address: ['text', {}],
  token: ['text', {}],
  workspace: ['text or null', {}],
  'tokenInfo?': { type: 'object' },
};

const show = command({
  words: 'whoami',
  purpose: 'Show the profile, address, kind of token and workspace in use',
  operation: operations.listUsers,
  workspace: true,
  row: fields,
  view: { ...viewOf(fields), details: [{ path: 'tokenInfo', header: 'token info' }] },
  examples: ['costctl whoami', 'costctl whoami -o json'],
  run: async (session) => {
    const { settings, output } = session;
    const found = await readToken(session);
    await output.one({
      profile: settings.profile.value ?? null,
      address: settings.sandbox ? 'the embedded sandbox' : (settings.baseUrl.value ?? ''),
      ...found,
      workspace: settings.sandbox ? session.workspace() : (settings.workspace.value ?? null),
    });
  },
});

/** What the service says about the token, if an imported document has the operation for that. */
async function readToken(session: Session): Promise<{ token: string; tokenInfo?: JsonObject }> {
  const operation = findTokenOperation(session);
  if (operation === undefined) return { token: await findTokenKind(session) };
  // The fields of the response are not published: they are shown as sent.
  const info = withoutSecrets(await session.http.send({ ...operation, response: AnyJson }));
  return { token: 'accepted by the service', tokenInfo: isObject(info) ? info : {} };
}

/** Only an organization token may list the users: the service has no other published way to find out. */
async function findTokenKind({ http }: Session): Promise<string> {
  try {
    await probeUsers(http);
    return 'an organization token';
  } catch (error) {
    if (!hasCode(error, 'forbidden')) throw error;
    return 'a workspace token, or one without the capability to list users';
  }
}

export const whoami = [show];
