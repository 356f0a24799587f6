import type { Topic } from '../topic.ts';

export const exitCodesTopic: Topic = {
  name: 'exit-codes',
  title: 'What the exit status says',
  blocks: [
    {
      rows: [
        ['0', 'done'],
        [
          '1',
          'server_error: the service failed, after the retries; unexpected_response: a response that violates the contract; file: a local file that cannot be read or written; internal: a defect in this program',
        ],
        [
          '2',
          'usage: wrong options or arguments; invalid_request: a value that the service rejected; cancelled: a prompt answered no',
        ],
        [
          '3',
          'unauthenticated: the token was rejected; not_configured: no token or no base address, or a token command that failed',
        ],
        ['4', 'forbidden: the token may not do this'],
        ['5', 'not_found'],
        ['6', 'conflict: it exists already, or was changed meanwhile'],
        ['7', 'rate_limited: the wait would be longer than --max-wait'],
        ['8', 'network: no connection, a TLS failure, a timeout, a lost connection'],
        ['9', 'incomplete: part was done and part was not; the message says how to continue'],
        ['10', 'invalid_data: an input file has rows that cannot be used; nothing was sent'],
        ['11', 'check_failed: a requested check failed'],
        [
          '130, 143',
          'interrupted: ended by SIGINT or SIGTERM; temporary files are gone, files that a run can resume from remain',
        ],
      ],
    },
    {
      text: 'With -o json or -o ndjson the last line of stderr is one JSON object: {"error":{"code","message","hint","status","method","path","problem"}}, with the names above as its code. Otherwise it is text: the error, the message of the service, and a hint.',
    },
    {
      examples: ["costctl workspaces list -o json >workspaces.json || echo 'exit status' $?"],
    },
  ],
};
