import type { Topic } from '../topic.ts';

export const environmentTopic: Topic = {
  name: 'environment',
  title: 'Variables, and which setting takes precedence',
  blocks: [
    {
      text: 'A setting comes from its option, otherwise from its variable, otherwise from the profile; otherwise it has its default. costctl profiles show lists each setting and its source.',
    },
    {
      rows: [
        ['COSTCTL_PROFILE', 'the profile, as --profile'],
        ['COSTCTL_BASE_URL', 'the address of the service, as --base-url'],
        ['COSTCTL_TOKEN', 'the token; no option takes one, since an argument list is public'],
        ['COSTCTL_TOKEN_FILE', 'a file whose first line is the token'],
        ['COSTCTL_WORKSPACE', 'the workspace, as --workspace'],
        ['COSTCTL_OUTPUT', 'the format of results, as --output'],
        ['COSTCTL_MAX_WAIT', 'longest wait for the rate limit in seconds, as --max-wait'],
        ['COSTCTL_TIMEOUT', 'time limit of one request in seconds, as --timeout'],
        ['COSTCTL_RETRIES', 'retries of a failed request, as --retries'],
        ['COSTCTL_CONCURRENCY', 'parallel requests, as --concurrency'],
        ['COSTCTL_CONFIG_DIR', 'the folder of profiles, imported document and sandbox state'],
        ['COSTCTL_DEBUG=1', 'a line for each request and response, as --debug'],
        ['COSTCTL_JOURNAL=off', 'store no earlier states for costctl undo'],
        ['COSTCTL_NO_CODE_CACHE=1', 'store no compiled code for faster starts'],
        ['COSTCTL_NO_INPUT=1', 'never prompt, as --no-input'],
        ['COSTCTL_ALLOW_HTTP=1', 'allow http:// for hosts that are not loopback'],
        ['NO_COLOR, FORCE_COLOR', 'no colours, or colours even if stdout is not a terminal'],
        ['HTTPS_PROXY, HTTP_PROXY', 'the proxy; never for a loopback host'],
        ['NO_PROXY', 'hosts to reach without it'],
        ['NODE_EXTRA_CA_CERTS', 'a file of further certificates to trust'],
        ['VISUAL, EDITOR', 'the editor of costctl workspaces edit'],
        ['XDG_CONFIG_HOME', 'the parent of the configuration folder, on Linux'],
        [
          'XDG_STATE_HOME',
          'the parent of the folder with changes to undo and the learned rate limit',
        ],
        ['XDG_CACHE_HOME', 'the parent of the folder with compiled code and names for completion'],
      ],
    },
    {
      text: 'An empty variable counts as unset. --profile selects exactly that profile: COSTCTL_TOKEN, COSTCTL_BASE_URL and COSTCTL_WORKSPACE are then ignored.',
    },
    {
      examples: ['COSTCTL_OUTPUT=json costctl workspaces list', 'costctl profiles show'],
    },
  ],
};
