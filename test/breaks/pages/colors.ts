import type { Break } from '../break.ts';

const color = 'test/output/color.test.ts';

/** Who sees colours. */
export const colors: readonly Break[] = [
  {
    promise: 'a result has colours by what stdout is',
    file: 'src/output/output.ts',
    from: 'hasColor(options.color, stdout, env)',
    to: 'hasColor(options.color, options.context.stderr, env)',
    tests: [color],
  },
  {
    promise: 'an error has colours by what stderr is',
    file: 'src/report.ts',
    from: 'hasColor(findColor(flags, env), stderr, env)',
    to: 'hasColor(findColor(flags, env), context.stdout, env)',
    tests: [color],
  },
  {
    promise: 'a file has no colours, forced or not',
    file: 'src/output/output.ts',
    from: 'color: toStdout && hasColor(',
    to: 'color: hasColor(',
    tests: ['test/output/output-terminal.test.ts'],
  },
  {
    promise: 'a dumb terminal has no colours',
    file: 'src/output/color.ts',
    from: "stream.isTTY === true && env['TERM'] !== 'dumb'",
    to: "stream.isTTY === true || env['TERM'] === 'dumb'",
    tests: [color],
  },
  {
    promise: 'a person who wants no colours sees none in progress either',
    file: 'src/session.ts',
    from: 'createProgress({ context, enabled, color: settings.color })',
    to: 'createProgress({ context, enabled, color: undefined })',
    tests: ['test/session.test.ts'],
  },
];
