import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Where Linux systems have libraries, by processor. */
const foldersOf = {
  x64: ['lib/x86_64-linux-gnu', 'usr/lib/x86_64-linux-gnu', 'lib64', 'usr/lib64', 'lib', 'usr/lib'],
  arm64: [
    'lib/aarch64-linux-gnu',
    'usr/lib/aarch64-linux-gnu',
    'lib64',
    'usr/lib64',
    'lib',
    'usr/lib',
  ],
};

/**
 * The loader that a program names and the libraries that it needs, each with its path in the system.
 * Undefined if one of them is not there. `root` is the system's root, or a folder with another system's
 * libraries.
 */
export function findLibraries(executable, arch, root = '/') {
  const found = new Map();
  const open = [executable];
  const { loader = '' } = readElf(readFileSync(executable));
  for (const file of open) {
    // The C library lists the loader too, which is added below under the path that the program names.
    const needed = readElf(readFileSync(file)).needed.filter((name) => name !== basename(loader));
    const paths = needed.map(
      (name) => foldersOf[arch].map((folder) => `${folder}/${name}`).find(has) ?? `lib/${name}`,
    );
    for (const path of loader === '' ? paths : [loader.slice(1), ...paths]) {
      if (found.has(path)) continue;
      if (!has(path)) return undefined;
      found.set(path, join(root, path));
      open.push(join(root, path));
    }
  }
  return [...found]
    .map(([path, from]) => ({ path, from }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));

  function has(path) {
    return existsSync(join(root, path));
  }
}

/** Of a file in the Executable and Linkable Format, 64 bits, little-endian: its loader, and DT_NEEDED. */
function readElf(bytes) {
  const number = (at) => Number(bytes.readBigUInt64LE(at));
  const textAt = (at) => bytes.toString('latin1', at, bytes.indexOf(0, at));
  const segments = Array.from({ length: bytes.readUInt16LE(56) }, (_, place) => {
    const at = number(32) + place * bytes.readUInt16LE(54);
    const [offset, address, size] = [8, 16, 32].map((field) => number(at + field));
    return { type: bytes.readUInt32LE(at), offset, address, size };
  });
  const find = (type) => segments.find((one) => one.type === type);
  const [load, dynamic, interpreter] = [1, 2, 3];
  const loader = find(interpreter) && textAt(find(interpreter).offset);
  const { offset = 0, size = 0 } = find(dynamic) ?? {};
  const entries = Array.from({ length: size / 16 }, (_, place) => {
    const at = offset + place * 16;
    return { tag: number(at), value: number(at + 8) };
  });
  const [neededTag, textsTag] = [1, 5];
  const texts = entries.find(({ tag }) => tag === textsTag)?.value ?? 0;
  const holder = segments.find(
    (one) => one.type === load && one.address <= texts && texts < one.address + one.size,
  );
  const start = texts - (holder?.address ?? 0) + (holder?.offset ?? 0);
  const needed = entries.filter(({ tag }) => tag === neededTag);
  return { loader, needed: needed.map(({ value }) => textAt(start + value)) };
}
