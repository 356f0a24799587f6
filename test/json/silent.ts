/** The bytes of a text, of which no text can be made: code that creates one takes the slow path. */
export function silentBytes(text: string): Buffer {
  return Object.defineProperty(Buffer.from(text), 'toString', {
    value: () => {
      throw new Error('a text was made of the bytes');
    },
  });
}
