import type { Command } from '../../command.ts';
import { flagOf } from '../../declaration/line.ts';
import { optionsOf } from '../../declaration/shared.ts';
import { isObject } from '../../json/number.ts';
import { globalOptions } from '../../settings/global-options.ts';
import type { ToolPlan } from './tools.ts';

export interface NamedTool {
  readonly plan: ToolPlan;
  readonly commands: readonly Command[];
}

export type ToolWords = ReturnType<typeof createToolWords>;

/**
 * Messages name the options and lines of this program. An assistant has tools and their inputs instead; what it
 * has no input for is advice for the person that it answers.
 */
export function createToolWords(plan: ToolPlan, tools: readonly NamedTool[]) {
  const inputs = new Map(plan.options.map((key) => [flagOf(key), key]));
  if (plan.writes !== undefined) inputs.set('--out-file', plan.writes);
  const named = (text: string) =>
    mapOutsideLines(nameTools(text, tools), (part) =>
      part.replace(/(?<![\w-])--[a-z][a-z-]*/g, (flag) => inputs.get(flag) ?? flag),
    );
  return {
    message: (text: string) => named(text).replace(/(?<=, but )--output(?= says)/, 'the tool'),
    /** Undefined if all of it is about the command line. */
    hint: (text: string): string | undefined => {
      const parts = named(text)
        .split('; ')
        .flatMap((part) => {
          const kept = part.split(/, or /).filter((one) => !isHelp(one));
          // An aside about an option that the tool lacks helps no one.
          const own = kept.join(', or ').replace(/ \((?=--)[^()]*\)/g, '');
          return own === '' ? [] : [markForPerson(own)];
        });
      return parts.length === 0 ? undefined : parts.join('; ');
    },
  };
}

export function wordNote(line: string, { hint }: ToolWords): string[] {
  const [, kind = '', text = ''] = /^((?:note|warning): )?(.*)$/s.exec(line) ?? [];
  const worded = hint(text);
  return worded === undefined ? [] : [kind + worded];
}

export function wordAbout(about: unknown, words: ToolWords): unknown {
  if (!isObject(about)) return about;
  const said = ['warnings', 'notes'].flatMap((key) => {
    const lines = about[key];
    return Array.isArray(lines)
      ? [[key, lines.flatMap((line) => wordNote(String(line), words))] as const]
      : [];
  });
  return { ...about, ...Object.fromEntries(said) };
}

export function wordError(error: unknown, words: ToolWords): unknown {
  if (!isObject(error)) return error;
  const { message, hint, ...others } = error;
  const advice = typeof hint === 'string' ? words.hint(hint) : undefined;
  return {
    ...others,
    ...(typeof message === 'string' ? { message: words.message(message) } : {}),
    ...(advice === undefined ? {} : { hint: advice }),
  };
}

function isHelp(text: string): boolean {
  return /(^| )--(help|output)\b|\bcostctl help\b/.test(text);
}

function markForPerson(text: string): string {
  const isTyped = /(^|[\s(])(--|-O\b)|\bcostctl [a-z]/.test(text);
  return isTyped ? `${text} (for a person at the command line)` : text;
}

/** What follows `costctl` up to the next sentence stays as it is typed. */
function mapOutsideLines(text: string, map: (part: string) => string): string {
  return text
    .split(/(\bcostctl [a-z][^;]*)/)
    .map((part, place) => (place % 2 === 0 ? map(part) : part))
    .join('');
}

/** Lines that a tool runs become its name. */
function nameTools(text: string, tools: readonly NamedTool[]): string {
  const lines = tools.flatMap(({ plan, commands }) =>
    commands.map((command) => ({ name: nameOf(plan, command), command })),
  );
  return lines.reduce((all, { name, command }) => {
    const [before = '', ...others] = all.split(
      new RegExp(`\\bcostctl ${command.words}(?=[ ;,.:)]|$)`),
    );
    return [before, ...others.map((rest) => withoutOptions(rest, command))].join(name);
  }, text);
}

function nameOf({ name, words }: ToolPlan, command: Command): string {
  if (typeof words === 'string') return name;
  const [kind] = Object.entries(words).find(([, one]) => one === command.words) ?? [];
  return `${name} of the kind ${kind}`;
}

/** What follows the words at the beginning of a text that a line would have. A sign after a value is not a part of it. */
function withoutOptions(text: string, command: Command): string {
  const placeholder = /^ (?:[A-Z]{2,}|-O \S+?)(?=[;,.:)]*(?: |$))/.exec(text);
  if (placeholder !== null) return withoutOptions(text.slice(placeholder[0].length), command);
  const [all, flag, given] = /^ (--(?!help\b)[a-z-]+)(=)?/.exec(text) ?? [''];
  if (all === '') return text;
  const options = Object.entries({ ...globalOptions, ...optionsOf(command) });
  const isValued = options.some(([key, { kind }]) => kind !== undefined && flagOf(key) === flag);
  const rest = text.slice(all.length);
  const hasValue = given !== undefined || isValued;
  return withoutOptions(hasValue ? rest.replace(value, '') : rest, command);
}

/** A quoted word, in which a shell joins what is before and after an apostrophe, or any other. */
const value = /^ ?(?:(?:'[^']*'|\\')+|\S+?)(?=[;,.:)]*(?: |$))/;
