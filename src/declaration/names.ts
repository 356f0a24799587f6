/** `outFile` → `--out-file` */
export function flagOf(key: string): string {
  return `--${kebabCase(key)}`;
}

/** `outFile` → `out-file` */
export function kebabCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
