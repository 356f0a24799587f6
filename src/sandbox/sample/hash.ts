/** A well-mixed 32-bit integer from three others, independent of the order of calls. */
export function hash(first: number, second: number, third: number): number {
  let mixed = Math.imul(first ^ 0x9e3779b9, 0x85ebca6b);
  mixed = Math.imul((mixed ^ (mixed >>> 15) ^ second) + 0x7f4a7c15, 0xc2b2ae35);
  mixed = Math.imul((mixed ^ (mixed >>> 13) ^ third) + 0x165667b1, 0x27d4eb2f);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

export function hashText(text: string): number {
  let mixed = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    mixed = Math.imul(mixed ^ text.charCodeAt(at), 0x01000193);
  }
  return mixed >>> 0;
}

/** From 0 up to 1. */
export function fraction(hashed: number): number {
  return hashed / 0x1_0000_0000;
}

/** A sequence of numbers from 0 up to 1, the same for the same seed. */
export function createGenerator(seed: number): () => number {
  let drawn = 0;
  return () => {
    drawn += 1;
    return fraction(hash(seed, drawn, 0));
  };
}
