/**
 * SHA-256 of a text, as hexadecimal digits (FIPS 180-4). A TAB that is answered from a file needs nothing
 * else of `node:crypto`, which takes a tenth of a start to load (test/bench/README.md).
 */
export function digest(text: string): string {
  const message = Buffer.from(text);
  const blocks = Math.ceil((message.length + 9) / 64);
  const padded = Buffer.alloc(blocks * 64);
  message.copy(padded);
  padded[message.length] = 0x80;
  padded.writeUIntBE(message.length * 8, padded.length - 6, 6);
  const hash = Int32Array.from(primes.slice(0, 8), (prime) => fraction(prime ** (1 / 2)));
  const words = new Int32Array(64);
  for (let at = 0; at < padded.length; at += 64) addBlock(hash, words, padded, at);
  return [...hash].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

function addBlock(hash: Int32Array, words: Int32Array, bytes: Buffer, from: number): void {
  const word = (at: number) => words[at] ?? 0;
  for (let at = 0; at < 64; at += 1) {
    const [early, late] = [word(at - 15), word(at - 2)];
    words[at] =
      at < 16
        ? bytes.readInt32BE(from + at * 4)
        : word(at - 16) +
          (rotateRight(early, 7) ^ rotateRight(early, 18) ^ (early >>> 3)) +
          word(at - 7) +
          (rotateRight(late, 17) ^ rotateRight(late, 19) ^ (late >>> 10));
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
  for (let at = 0; at < 64; at += 1) {
    const choice = (e & f) ^ (~e & g);
    const first =
      (h +
        (rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25)) +
        choice +
        (constants[at] ?? 0) +
        word(at)) |
      0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const second = (rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22)) + majority;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [at, value] of [a, b, c, d, e, f, g, h].entries()) hash[at] = (hash[at] ?? 0) + value;
}

function rotateRight(word: number, count: number): number {
  return (word >>> count) | (word << (32 - count));
}

/** The first 32 bits after the point. */
function fraction(root: number): number {
  return ((root % 1) * 2 ** 32) | 0;
}

const primes: number[] = [];
for (let number = 2; primes.length < 64; number += 1) {
  if (primes.every((prime) => number % prime !== 0)) primes.push(number);
}

const constants = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
