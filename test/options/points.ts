/** A place at the border of the program where what was given passes. */
interface Point {
  readonly file: string;
  /** Stands once in the file. */
  readonly from: string;
  /** Calls something of lose.ts. */
  readonly to: string;
}

export const points: readonly Point[] = [
  {
    file: 'src/commands/action.ts',
    from: 'if (result.success) return result.data;',
    to: 'if (result.success) return border.loseInput(command, form, given, result.data);',
  },
  {
    file: 'src/commands/action.ts',
    from: '} = command.opts();',
    to: '} = border.loseFlags(command, command.opts());',
  },
  {
    file: 'src/commands/action.ts',
    from: 'global: rootOf(command).opts(),',
    to: 'global: border.loseFlags(command, rootOf(command).opts()),',
  },
  {
    file: 'src/session.ts',
    from: 'await resolveSettings(ownFormats ? others : global, context)',
    to: 'await border.loseSettings(resolveSettings, ownFormats ? others : global, context)',
  },
  {
    file: 'src/main.ts',
    from: 'if (argv.length === 1 && (',
    to: '({ context, argv } = border.loseWorld(context, argv));\n  if (argv.length === 1 && (',
  },
  {
    file: 'src/run.ts',
    from: 'const status = await runCommand(context, signal, argv);',
    to: 'const status = border.noteStatus(await runCommand(context, signal, argv));',
  },
];

/** The text of a source file with its places open; an error where one is gone. */
export function openPoints(file: string, source: string): string {
  const own = points.filter((point) => point.file === file);
  const folder = file.replace(/[^/]+\//g, '../').replace(/[^/]+$/, '');
  const imports = `import { border } from '${folder}test/options/lose.ts';\n`;
  const text = own.reduce((before, { from, to }) => {
    const parts = before.split(from);
    if (parts.length !== 2) throw new Error(`${file} does not have once: ${from}`);
    return parts.join(to);
  }, source);
  return imports + text;
}
