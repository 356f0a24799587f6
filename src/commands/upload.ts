import { findUpload, type UploadFile, uploadBytes } from '../openapi/upload.ts';
import type { Session } from '../session.ts';
import { readStdinBytes } from '../storage/input.ts';

/** A file to send, or stdin; a terminal shows how much of a large one is sent. */
export async function openUpload(
  { context, progress }: Session,
  option: string,
  path: string,
): Promise<UploadFile> {
  if (path === '-') return uploadBytes('stdin', await readStdinBytes(context, option));
  return findUpload(option, path, {
    signal: context.signal,
    onProgress: ({ name, size }, bytes) => {
      const whole = size === undefined ? '' : ` of ${megabytes(size)}`;
      progress.update(`sending ${name}: ${megabytes(bytes)}${whole} MB`);
    },
  });
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
