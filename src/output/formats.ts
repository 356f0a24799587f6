import { usageError } from '../errors.ts';
import {
  endingsOf,
  exportFormats,
  type Format,
  formats,
  isCheckFormat,
  needsFile,
} from '../formats/registry.ts';

const extensions = endingsOf(formats);
const exported = endingsOf(exportFormats);

const pictures = /^(png|jpe?g|gif|webp|pdf)$/;

export function formatOfPath(path: string) {
  const name = (/[^/\\]*$/.exec(path)?.[0] ?? '').toLowerCase();
  const gzip = name.endsWith('.gz');
  const bare = gzip ? name.slice(0, -'.gz'.length) : name;
  // In lower case without the dot. A name that only starts with a dot has no extension.
  const extension = /[^.]\.([^.]+)$/.exec(bare)?.[1] ?? '';
  return { extension, format: extensions.get(extension), gzip };
}

interface FormatChoice {
  readonly format: Format;
  readonly explicit: boolean;
  /** What names the format; by default the option. */
  readonly origin?: string | undefined;
  /** Undefined: stdout. */
  readonly outFile?: string | undefined;
  /** Whether the action is a check: only checks have CI formats. */
  readonly isCheck?: boolean | undefined;
  readonly checksWith?: string | undefined;
  /** Extensions of other files written by the action; `*` means any. */
  readonly otherExtensions?: readonly string[] | undefined;
}

/** The format of a result. Without -o the file's extension decides; it must not contradict -o. */
export function chooseFormat(choice: FormatChoice): Format {
  const { outFile, origin = '--output' } = choice;
  const format = outFile === undefined ? choice.format : formatOfFile(outFile, choice);
  if (isCheckFormat(format) && choice.isCheck !== true) {
    const what = `${origin} ${format} is for checks, and this action is`;
    const option = choice.checksWith;
    if (option !== undefined) throw usageError(`${what} one only with ${option}`, `add ${option}`);
    throw usageError(
      `${what} not one`,
      'use it with a check, such as costctl costs check or costctl providers test',
    );
  }
  if (!needsFile(format)) return format;
  if (outFile === undefined) throw usageError('a workbook needs a file', `add -O result.${format}`);
  if (formatOfPath(outFile).gzip) {
    throw usageError('a workbook is compressed already', 'leave .gz out of the name of the file');
  }
  return format;
}

function formatOfFile(outFile: string, choice: FormatChoice): Format {
  const { format, explicit, otherExtensions = [] } = choice;
  const { extension, format: named } = formatOfPath(outFile);
  if (named !== undefined && named !== format && explicit) {
    throw usageError(
      `--out-file ${outFile} is ${named} by its extension, but --output says ${format}`,
      'leave out --output, or give the file another extension',
    );
  }
  if (named !== undefined) return named;
  const isKnown = otherExtensions.includes('*') || otherExtensions.includes(extension);
  if (extension === '' || explicit || isKnown) return format;
  if (otherExtensions.includes('svg') && pictures.test(extension)) {
    throw usageError(
      `--out-file ${outFile}: a chart is drawn as SVG, not as .${extension}`,
      'give a name with .svg: browsers and documents show it, and a program such as rsvg-convert makes a PNG of it',
    );
  }
  throw usageError(
    `--out-file ${outFile}: ${exported.has(extension) ? 'only costs export writes' : 'no format has the extension'} .${extension}`,
    `add --output, or use ${[...otherExtensions, ...extensions.keys()]
      .map((name) => `.${name}`)
      .join(', ')}`,
  );
}
