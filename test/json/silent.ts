/** The bytes of a text, of which no text can be made: who asks for one takes the slow way. */
export function silentBytes(text: string): Buffer {
  return Object.defineProperty(Buffer.from(text), 'toString', {
    value: () => {
      throw new Error('a text was made of the bytes');
    },
  });
}
