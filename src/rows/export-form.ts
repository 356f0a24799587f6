import { usageError } from '../errors.ts';
import {
  type ExportFormat,
  endingsOf,
  exportFormats,
  formatOfAlias,
  formats,
  needsFile,
} from '../formats/registry.ts';

export interface ExportForm {
  readonly format: ExportFormat;
  readonly gzip: boolean;
}

/** `-o` decides; without it, the extension of the file; without both, it is csv. The two may not disagree. */
export function chooseExportForm(flag: string | undefined, outFile: string | undefined) {
  const asked = flag === undefined ? undefined : parseFormat(flag);
  if (outFile === undefined) return checkForm({ format: asked ?? 'csv', gzip: false }, outFile);
  const [, ending = '', gz] = /(?:\.((?!gz$)[a-z0-9]+))?(\.gz)?$/.exec(outFile.toLowerCase()) ?? [];
  const named = extensions.get(ending);
  if (named === undefined && otherExtensions.has(ending)) throw otherFormat(ending);
  if (named === undefined && asked === undefined && ending !== '') {
    throw usageError(
      `no format has the extension .${ending}`,
      `add --output, or use .${[...extensions.keys()].join(', .')}`,
    );
  }
  if (asked !== undefined && named !== undefined && asked !== named) {
    throw usageError(
      `--out-file ${outFile} is ${named} by its extension, but --output says ${asked}`,
      'leave out --output, or give the file another extension',
    );
  }
  return checkForm({ format: asked ?? named ?? 'csv', gzip: gz !== undefined }, outFile);
}

const extensions = endingsOf(exportFormats);

/** The extensions of formats that only other commands write: those keep the whole result in memory. */
const otherExtensions = new Set<string>([...formats, ...endingsOf(formats).keys()]);

function parseFormat(text: string): ExportFormat {
  const format = exportFormats.find((one) => one === text.toLowerCase());
  if (format !== undefined) return format;
  throw otherFormat(text);
}

function otherFormat(name: string) {
  return usageError(
    `costs export writes ${exportFormats.join(', ')}, not ${name}`,
    formatOfAlias(name.toLowerCase()) === 'xlsx'
      ? 'write -o xlsx, or only -O costs.xlsx'
      : 'costctl costs list writes every format, for as many rows as fit into memory',
  );
}

function checkForm(form: ExportForm, outFile: string | undefined): ExportForm {
  const { format } = form;
  if (!needsFile(format)) return form;
  if (outFile === undefined) throw usageError(`${format} needs a file`, `add -O costs.${format}`);
  if (form.gzip) throw usageError(`${format} is compressed already`, `leave .gz out of ${outFile}`);
  return form;
}
