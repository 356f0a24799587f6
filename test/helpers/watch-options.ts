import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from '../../src/command.ts';

/** `invoke.ts` reads these for every action. */
const readBefore = ['dryRun', 'noWhere'];

/**
 * Notes which of its options each action reads while lines run; call `end` when they have. A copy that an action
 * makes of its input cannot be watched, nor an action that is made anew for each line (`api import`, `mcp`): then the
 * names that the program reads anywhere have to do. Whether what was read has an effect is not seen either.
 */
export function watchOptions(declared: readonly Command[]): {
  /** The options that were never read, by their action: `costs unit: digits`. */
  readonly unread: () => readonly string[];
  readonly end: () => void;
} {
  const watches = declared.map((command) => ({ command, ...watch(command) }));
  return {
    unread: () =>
      watches.flatMap(({ command, reads, isSeen }) =>
        Object.keys(command.options)
          .filter((key) => !readBefore.includes(key) && !reads.has(key))
          .filter((key) => isSeen() || !namesRead().has(key))
          .map((key) => `${command.words}: ${key}`),
      ),
    end: () => {
      for (const { end } of watches) end();
    },
  };
}

type Values = Readonly<Record<string, unknown>>;

/** Actions of large groups are handed on as copies, which share what runs them. */
function watch({ run }: Command) {
  const reads = new Set<string>();
  let [hasRun, isCopied] = [false, false];
  const seen = (input: Values): Values => {
    hasRun = true;
    let described: unknown;
    return new Proxy(input, {
      get(target, key) {
        if (described !== key) reads.add(String(key));
        described = undefined;
        return Reflect.get(target, key);
      },
      // A copy asks for this right before it gets the value.
      getOwnPropertyDescriptor(target, key) {
        described = key;
        return Reflect.getOwnPropertyDescriptor(target, key);
      },
      ownKeys(target) {
        isCopied = true;
        return Reflect.ownKeys(target);
      },
    });
  };
  const original = { ...run };
  if ('alone' in original) {
    const { alone } = original;
    Object.assign(run, {
      alone: (...[context, invocation, input]: Parameters<typeof alone>) =>
        alone(context, invocation, seen(input)),
    });
  } else {
    const { inSession } = original;
    Object.assign(run, {
      inSession: (...[session, input]: Parameters<typeof inSession>) =>
        inSession(session, seen(input)),
    });
  }
  return {
    reads,
    /** Whether every read is noted. */
    isSeen: () => hasRun && !isCopied,
    end: () => void Object.assign(run, original),
  };
}

let names: ReadonlySet<string> | undefined;

/** The names that the program reads of an object: `input.maxLag`, `{ maxLag }`, `{ maxLag: days }`. */
function namesRead(): ReadonlySet<string> {
  const part = /\.(\w+)|[{,]\s*(\w+)(?=\s*(?:[,}=]|:\s*\w+\s*[,}=]))/g;
  names ??= new Set(
    readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) => [...readFileSync(join('src', name), 'utf8').matchAll(part)])
      .map(([, property, part]) => property ?? part ?? ''),
  );
  return names;
}
