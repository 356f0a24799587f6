import { type Command, command } from '../command.ts';
import { outputFolder } from '../declaration/kind.ts';
import { flag, optional } from '../declaration/option.ts';
import type { GlobalFlags } from '../settings.ts';
import { resolvePath } from '../storage/path.ts';
import type { RunLine } from './mcp/call-tool.ts';

export function createMcp(loadAll: () => Promise<readonly Command[]>, run: RunLine) {
  return [
    command({
      words: 'mcp',
      purpose: 'Answer the cost questions of an AI assistant (MCP, on stdin and stdout)',
      local: true,
      workspace: true,
      output: 'plain',
      options: {
        allowChanges: flag('add tools that plan and apply a settings file'),
        exportDir: optional(
          outputFolder,
          'the only folder below which tools write files (default: the working folder)',
        ),
      },
      examples: ['costctl mcp -w wsp_storefront', 'costctl mcp --export-dir exports'],
      run: async (session, { allowChanges, exportDir }) => {
        const { context } = session;
        const { serveMcp } = await import('./mcp/serve.ts');
        await serveMcp({
          context,
          run,
          commands: await loadAll(),
          quiet: session.settings.quiet,
          connection: (declared) => connectionOf(session.flags, declared),
          allowChanges: allowChanges === true,
          exportFolder: resolvePath(context, exportDir ?? '.'),
        });
      },
    }),
  ];
}

/** The global options of this run that a command takes. */
function connectionOf(flags: GlobalFlags, declared: Command) {
  const { profile, baseUrl, maxWait, timeout, retries, concurrency, sandbox, debug } = flags;
  const workspace = declared.workspace === true ? flags.workspace : undefined;
  const address = { profile, 'base-url': baseUrl, workspace };
  const valued = { ...address, 'max-wait': maxWait, timeout, retries, concurrency };
  return [
    ...Object.entries(valued).flatMap(([name, value]) =>
      value === undefined ? [] : [`--${name}=${value}`],
    ),
    ...(sandbox === true ? ['--sandbox'] : []),
    ...(debug === true ? ['--debug'] : []),
  ];
}
