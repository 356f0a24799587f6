/**
 * Whether a text matches a pattern. Undefined if that is unknown: a pattern in a dialect other than
 * JavaScript's with the flag `u`, or one that might take too long on a text of this length, is left to
 * the service.
 */
export function fitsPattern(pattern: string, text: string): boolean | undefined {
  if (pattern.length > longestPattern || text.length > longestText) return undefined;
  const expression = compile(pattern);
  // Only with this flag do braces and escapes mean what `workOf` assumes.
  if (expression === undefined || workOf(pattern, text.length + 1) > mostWork) return undefined;
  return expression.test(text);
}

const longestPattern = 5_000;
const longestText = 100_000;

/** The maximum number of ways to try before a text is found not to match. */
const mostWork = 10_000_000;

function compile(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return undefined;
  }
}

const parts =
  /\\[pPu]\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]|(?<open>\((?:\?(?:<?[=!]|:|<\w+>))?)|(?<close>\))|(?<or>\|)|(?<times>[*+?]|\{\d+(?:,\d*)?\})\??|./gsu;

/**
 * An upper bound for the ways in which a text of this length can be divided among the parts of the
 * pattern: the product over the parts. There is no bound for repeating something that can match in more
 * than one way.
 */
function workOf(pattern: string, length: number): number {
  const isAnchored = /^\^[^|]*$/.test(pattern);
  let group = { ways: isAnchored ? 1 : length, last: 1, branches: 1 };
  const above: (typeof group)[] = [];
  const begin = (ways: number) => {
    group.ways *= group.last;
    group.last = ways;
  };
  for (const { groups = {} } of pattern.matchAll(parts)) {
    const { open, close, or, times } = groups;
    if (times !== undefined) group.last = repeat(group.last, times, length);
    else if (open !== undefined) {
      above.push(group);
      group = { ways: 1, last: 1, branches: 1 };
    } else if (close !== undefined) {
      const inside = total(group);
      group = above.pop() ?? group;
      begin(inside);
    } else {
      if (or !== undefined) group.branches += 1;
      begin(1);
    }
  }
  return total(group);
}

function total({ ways, last, branches }: Readonly<Record<'ways' | 'last' | 'branches', number>>) {
  return ways * last * branches;
}

/** The ways of a repeated part. */
function repeat(ways: number, times: string, length: number): number {
  const [least, most] = boundsOf(times);
  if (most === Infinity) return ways > 1 ? Infinity : length;
  return ways ** most * Math.max(1, Math.min(most - least + 1, length));
}

function boundsOf(times: string): [least: number, most: number] {
  if (times === '?') return [0, 1];
  const [least = '0', most = least] = times.replace(/[{}]/g, '').split(',');
  const isOpen = times === '*' || times === '+' || most === '';
  return isOpen ? [0, Infinity] : [Number(least), Number(most)];
}
