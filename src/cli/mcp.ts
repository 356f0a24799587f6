import { type Command, command } from '../command.ts';
import { outputFolder } from '../declaration/kind.ts';
import { flag, optional } from '../declaration/option.ts';
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
        const [{ serveMcp }, { optionsOfServer }] = await Promise.all([
          import('./mcp/serve.ts'),
          import('./mcp/line-of-server.ts'),
        ]);
        await serveMcp({
          context,
          run,
          commands: await loadAll(),
          quiet: session.settings.quiet,
          connection: (declared, input) => optionsOfServer(context, session.flags, declared, input),
          allowChanges: allowChanges === true,
          exportFolder: resolvePath(context, exportDir ?? '.'),
        });
      },
    }),
  ];
}
