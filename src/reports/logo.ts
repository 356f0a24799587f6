import { toFileError, usageError } from '../errors.ts';
import { readStart } from '../storage/read-input.ts';

/** A logo is part of every copy of the report. */
const largest = 200 * 1024;

/** The first bytes of each kind of picture that every browser shows. */
const kinds: readonly { readonly type: string; readonly is: (bytes: Buffer) => boolean }[] = [
  {
    type: 'image/png',
    is: (bytes) => bytes.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n',
  },
  { type: 'image/jpeg', is: (bytes) => bytes.subarray(0, 3).toString('latin1') === '\xff\xd8\xff' },
  { type: 'image/gif', is: (bytes) => /^GIF8[79]a$/.test(bytes.subarray(0, 6).toString('latin1')) },
  {
    type: 'image/webp',
    is: (bytes) =>
      bytes.subarray(0, 4).toString('latin1') === 'RIFF' &&
      bytes.subarray(8, 12).toString('latin1') === 'WEBP',
  },
  {
    type: 'image/svg+xml',
    is: (bytes) =>
      /^\ufeff?\s*(<\?xml[^>]*\?>\s*)?(<!--(?:(?!-->)[\s\S])*-->\s*)*(<!DOCTYPE svg[^>[]*>\s*)?<svg[\s>]/i.test(
        bytes.toString('utf8'),
      ),
  },
];

/** A picture as a data URL, so that the page loads nothing. */
export async function readLogo(path: string): Promise<string> {
  const bytes = await readStart(path, largest + 1).catch(toFileError(`cannot read ${path}`));
  if (bytes.length > largest) {
    throw usageError(
      `--logo: ${path} has more than ${largest / 1024} KiB`,
      'make the picture smaller',
    );
  }
  const kind = kinds.find(({ is }) => is(bytes));
  if (kind === undefined) {
    throw usageError(`--logo: ${path} is not a picture`, 'give a PNG, JPEG, GIF, WebP or SVG file');
  }
  return `data:${kind.type};base64,${bytes.toString('base64')}`;
}
