/** An element of an XML document, as far as tests look at one. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (XmlElement | string)[];
}

const token =
  /<\?[^>]*\?>|<\/([\w:.-]+)\s*>|<([\w:.-]+)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/y;

/** Reads a document strictly: anything that is not well-formed is an error. */
export function parseXml(text: string): XmlElement {
  const root: { children: (XmlElement | string)[] } = { children: [] };
  const open: { name: string; children: (XmlElement | string)[] }[] = [{ name: '', ...root }];
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const start = token.lastIndex;
    const found = token.exec(text);
    if (found === null) throw new Error(`not well-formed at ${text.slice(start, start + 60)}`);
    const [, closing, opening, attributes = '', single, content] = found;
    const parent = open.at(-1);
    if (parent === undefined) throw new Error('no element is open');
    if (closing !== undefined) {
      if (parent.name !== closing) throw new Error(`${closing} closes ${parent.name}`);
      open.pop();
    } else if (opening !== undefined) {
      const element = { name: opening, attributes: readAttributes(attributes), children: [] };
      parent.children.push(element);
      if (single === '') open.push(element);
    } else if (content !== undefined && (open.length > 1 || content.trim() !== '')) {
      parent.children.push(unescapeXml(content));
    }
  }
  const [first] = open[0]?.children ?? [];
  if (open.length !== 1 || first === undefined || typeof first === 'string') {
    throw new Error('not one whole element');
  }
  return first;
}

/** All elements of this name, at any depth. */
export function findAll(element: XmlElement, name: string): XmlElement[] {
  return element.children.flatMap((child) => {
    if (typeof child === 'string') return [];
    return [...(child.name === name ? [child] : []), ...findAll(child, name)];
  });
}

export function textOf(element: XmlElement): string {
  return element.children
    .map((child) => (typeof child === 'string' ? child : textOf(child)))
    .join('');
}

function readAttributes(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/([\w:.-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      unescapeXml(value),
    ]),
  );
}

function unescapeXml(text: string): string {
  const bare = /&(?!(lt|gt|amp|quot|#\d+|#x[0-9a-fA-F]+);)/.exec(text);
  if (bare !== null) throw new Error(`a bare & in ${text}`);
  // Characters that no XML document may have: XML 1.0, section 2.2.
  const wrong = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u.exec(text);
  if (wrong !== null) throw new Error(`a character that XML has not: ${JSON.stringify(wrong[0])}`);
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}
