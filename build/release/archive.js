import { gzipSync } from 'node:zlib';

/**
 * A tar archive (POSIX ustar) of files. It names no owner, and one time for all files, so the same content
 * gives the same bytes.
 */
export function writeTar(files, time) {
  const folders = new Set();
  const blocks = [];
  for (const { path, bytes, mode = 0o644 } of files) {
    const parts = path.split('/').slice(0, -1);
    for (const [at] of parts.entries()) {
      const folder = `${parts.slice(0, at + 1).join('/')}/`;
      if (!folders.has(folder))
        blocks.push(headerOf({ path: folder, size: 0, mode: 0o755, type: '5', time }));
      folders.add(folder);
    }
    blocks.push(headerOf({ path, size: bytes.length, mode, type: '0', time }), bytes);
    blocks.push(Buffer.alloc((512 - (bytes.length % 512)) % 512));
  }
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

export function compress(bytes) {
  return gzipSync(bytes, { level: 9 });
}

function headerOf({ path, size, mode, type, time }) {
  if (Buffer.byteLength(path) > 100) throw new Error(`${path} is too long for a tar archive`);
  const header = Buffer.alloc(512);
  const write = (text, at) => header.write(text, at, 'latin1');
  const octal = (value, digits) => `${value.toString(8).padStart(digits, '0')}\0`;
  header.write(path, 0, 'utf8');
  write(octal(mode, 7), 100);
  write(octal(0, 7), 108);
  write(octal(0, 7), 116);
  write(octal(size, 11), 124);
  write(octal(time, 11), 136);
  write(' '.repeat(8), 148);
  write(type, 156);
  write('ustar\0' + '00', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}
