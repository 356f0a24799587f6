import type { AddressFlags } from '../../settings/address.ts';

/**
 * The flags of a line that decide its address, without the option parser, which takes longer to load
 * than help takes to render. Undefined if a word is ambiguous.
 */
export function readAddressFlags(argv: readonly string[]): AddressFlags | undefined {
  let flags: AddressFlags = {};
  for (const [place, word] of argv.entries()) {
    // `-pwork`, `-qp work`, and what follows `--`.
    if (/^-[^-]./.test(word) || word === '--') return undefined;
    const [name = '', ...parts] = word.split('=');
    const value = parts.length > 0 ? parts.join('=') : argv[place + 1];
    if (name === '--sandbox') flags = { ...flags, sandbox: true };
    if (value === undefined) continue;
    if (name === '--profile' || name === '-p') flags = { ...flags, profile: value };
    if (name === '--base-url') flags = { ...flags, baseUrl: value };
  }
  return flags;
}
