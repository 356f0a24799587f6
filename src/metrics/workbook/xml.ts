import { SaxesParser } from 'saxes';
import type { CostctlError } from '../../errors.ts';

export interface XmlHandlers {
  /** Names are without their namespace prefix. */
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
}

/** Longer tags and texts are refused, because they would have to be held in memory. */
const longestPart = 4 * 1024 * 1024;

/** Parses an XML document as it arrives. `broken` creates the error for malformed XML. */
export async function parseXml(
  chunks: AsyncIterable<Buffer>,
  handlers: XmlHandlers,
  broken: (words: string) => CostctlError,
): Promise<void> {
  const parser = new SaxesParser();
  const decode = createDecoder(broken);
  let pending = 0;
  let failure: unknown;
  // The parser continues after an error, but its further output is ignored.
  const guard =
    <Parameters extends unknown[]>(handle: (...parameters: Parameters) => void) =>
    (...parameters: Parameters) => {
      pending = 0;
      if (failure !== undefined) return;
      try {
        handle(...parameters);
      } catch (error) {
        failure = error;
      }
    };
  parser.on('error', (error) => {
    failure ??= broken(`it has invalid XML: ${error.message}`);
  });
  // A document type can define entities that grow without limit. Workbooks have none.
  parser.on('doctype', () => {
    failure ??= broken('its XML has a document type');
  });
  parser.on(
    'opentag',
    guard(({ name, attributes }) => handlers.open?.(localName(name), attributes)),
  );
  parser.on(
    'closetag',
    guard(({ name }) => handlers.close?.(localName(name))),
  );
  const { text = () => undefined } = handlers;
  parser.on('text', guard(text));
  parser.on('cdata', guard(text));

  const write = (part: string) => {
    pending += part.length;
    parser.write(part);
    if (failure !== undefined) throw failure;
    if (pending > longestPart) throw broken('one of its cells is longer than 4 MB');
  };
  for await (const chunk of chunks) write(decode(chunk));
  write(decode());
  parser.close();
  if (failure !== undefined) throw failure;
}

function createDecoder(broken: (words: string) => CostctlError): (chunk?: Buffer) => string {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return (chunk) => {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
    } catch {
      throw broken('its XML is not UTF-8');
    }
  };
}

function localName(name: string): string {
  const at = name.indexOf(':');
  return at < 0 ? name : name.slice(at + 1);
}
