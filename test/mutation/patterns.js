// Small changes of a regular expression that a test should notice.

const token =
  /\\[pP]\{[^}]*\}|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\.|\(\?(?::|=|!|<=|<!)|\{\d+(?:,\d*)?\}|[\s\S]/gu;

/** Anchors and quantifiers left out, classes turned into what they leave out, the flag `i` dropped. */
export function findPatternMutants({ start, end, regex }) {
  const mutants = [];
  let isInClass = false;
  let before = '';
  for (const [text, place] of tokensOf(regex.pattern)) {
    const from = start + 1 + place;
    const put = (instead) => mutants.push({ start: from, end: from + text.length, text: instead });
    if (isInClass) {
      if (text === ']') isInClass = false;
      else if (text === '^' && before === '[') put('');
    } else {
      isInClass = text === '[';
      if (isInClass && regex.pattern[place + 1] !== '^') put('[^');
      if (text === '^' || text === '$') put('');
      if (/^[+*?]$|^\{/.test(text) && !/^[+*?]$/.test(before)) put('');
    }
    if (/^\\[dDsSwWpPbB]/.test(text)) put(`\\${otherCase(text[1])}${text.slice(2)}`);
    before = text;
  }
  if (regex.flags.includes('i')) {
    mutants.push({ start: end - regex.flags.length, end, text: regex.flags.replace('i', '') });
  }
  return mutants;
}

function* tokensOf(pattern) {
  for (const found of pattern.matchAll(token)) yield [found[0], found.index];
}

function otherCase(letter) {
  return letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase();
}
