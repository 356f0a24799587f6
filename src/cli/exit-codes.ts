import type { Command } from '../declaration/command.ts';

/** The exit codes of an action (README, "Exit codes"). */
export function exitCodesOf(declared: Command): readonly number[] {
  const { local, check, changes, options, arguments: parameters } = declared;
  const parts = [...Object.values(options), ...Object.values(parameters)];
  const reads = parts.some(({ kind }) => kind?.file === 'read');
  const codes = [
    ...[0, 1, 2, 3],
    ...(local === true ? (changes === 'machine' ? [6] : []) : [4, 5, 6, 7, 8, 9]),
    ...(reads ? [10] : []),
    ...(check === true ? [11] : []),
    ...[130, 143],
  ];
  return codes;
}
