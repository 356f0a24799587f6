import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { renderPlan } from '../../config/describe-plan.ts';
import { readSavedPlan } from '../../config/saved.ts';
import { CostctlError } from '../../errors.ts';
import { isObject } from '../../json/number.ts';
import { parseJson } from '../../json/parse.ts';
import { cutUnits } from '../../text.ts';

/** A dialog of a client has little room. */
const mostCharacters = 4_000;
const key = 'apply';

/**
 * What to ask the person before a plan is applied; undefined if the person has agreed, or the client cannot
 * ask. A handler that returns a question is called again with the answer.
 */
export function askPerson(server: McpServer, { mcpReq }: ServerContext, plan: Buffer) {
  const answered = inputResponse(mcpReq.inputResponses, key);
  if (answered.kind === 'elicit') {
    if (answered.action === 'accept' && answered.content?.[key] === true) return undefined;
    throw new CostctlError('cancelled', 'the person did not agree: nothing was sent');
  }
  if (!canAsk(server, mcpReq.envelope)) return undefined;
  return inputRequired({
    inputRequests: {
      [key]: inputRequired.elicit({
        message: questionOf(plan),
        requestedSchema: {
          type: 'object',
          properties: { [key]: { type: 'boolean', title: 'Apply these changes' } },
          required: [key],
        },
      }),
    },
  });
}

function canAsk({ server }: McpServer, envelope: unknown): boolean {
  const declared = isObject(envelope) ? envelope[CLIENT_CAPABILITIES_META_KEY] : undefined;
  const capabilities = declared ?? server.getClientCapabilities();
  const elicitation = isObject(capabilities) ? capabilities['elicitation'] : undefined;
  // In versions of the protocol without modes, an empty object means forms.
  return isObject(elicitation) && ('form' in elicitation || !('url' in elicitation));
}

function questionOf(bytes: Buffer): string {
  const plan = readSavedPlan(parseJson(bytes.toString()), 'the plan');
  const same = (text: string) => text;
  const text = renderPlan(plan, { create: same, update: same, delete: same });
  const shown = text.length <= mostCharacters ? text : `${cutUnits(text, mostCharacters)}…\n`;
  return `Apply this plan to ${plan.address}?\n\n${shown}`;
}
