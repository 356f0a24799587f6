import { PassThrough } from 'node:stream';
import { exitStatuses } from '../../src/errors.ts';
import { type Ended, runProgram, type Start } from '../e2e/program.ts';
import { runHere } from './in-process.ts';

const message = (id: number, method: string, params: object) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;

const initialize = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'faults', version: '1' },
};
const call = {
  name: 'spend_summary',
  arguments: { from: '2026-10-01', to: '2026-10-01', by: ['service'] },
};
const requests = message(1, 'initialize', initialize) + message(2, 'tools/call', call);

/** The input stays open until the answer is there, or the server has ended. */
const shell = `printf '%s' "$REQUESTS" > requests
"$@" > answers < <(cat requests
  until grep -q '"id":2' answers || [ -e ended ]; do sleep 0.05; done) || status=$?
touch ended
cat answers
exit \${status:-0}`;

/** A call of the MCP server, whose answer ends as a command would: its result, its error and its status. */
export async function runTool(line: readonly string[], start: Start): Promise<Ended> {
  const env = { ...start.env, REQUESTS: requests };
  return readAnswer(await runProgram(line, { ...start, env, shell }));
}

/** The same of a server without a process of its own. */
export async function runToolHere(line: readonly string[], start: Start): Promise<Ended> {
  const input = new PassThrough();
  input.write(requests);
  let printed = '';
  const onPrinted = (text: string) => {
    printed += text;
    if (printed.includes('"id":2')) input.end();
  };
  return readAnswer(await runHere(line, { ...start, input, onPrinted }));
}

function readAnswer(ended: Ended): Ended {
  const answer = ended.stdout
    .split('\n')
    .filter(Boolean)
    .map((text) => JSON.parse(text))
    .find(({ id }) => id === 2);
  const tool = answer?.result?.structuredContent;
  if (ended.status !== 0 || tool === undefined || tool.ok === 'error' in tool) {
    return { ...ended, status: 99, stderr: `no answer: ${JSON.stringify(answer)} ${ended.stderr}` };
  }
  const { ok, error, result } = tool;
  const status = new Map<string, number>(Object.entries(exitStatuses)).get(error?.code) ?? 99;
  return ok
    ? { ...ended, stdout: JSON.stringify(result), stderr: '' }
    : {
        ...ended,
        stdout: result === null ? '' : 'a result',
        stderr: JSON.stringify({ error }),
        status,
      };
}
