import { assert, asyncProperty, dictionary, string } from 'fast-check';
import { expect, test } from 'vitest';
import { writeMultipart } from '../../src/openapi/multipart.ts';
import { anyCharacter } from '../helpers/any-character.ts';

const word = string({ unit: anyCharacter, maxLength: 6 });
/** What could end a line or a name, among other text. */
const odd = string({ unit: 'grapheme', maxLength: 8 }).chain((text) =>
  word.map((more) => `${text}\r${more}\n"${text}\r\n`),
);

test('a form has exactly its fields, whatever their names and values contain', async () => {
  await assert(
    asyncProperty(dictionary(odd, odd, { minKeys: 1, maxKeys: 4 }), async (fields) => {
      const form = writeMultipart(fields, new Map(), {}, Math.random);
      const chunks: Uint8Array[] = [];
      for await (const chunk of form.open()) chunks.push(chunk);
      const body = Buffer.concat(chunks);
      expect(form.length).toBe(body.length);
      const lines = body.toString('latin1').split('\r\n');
      const heads = lines.filter((line) => line.startsWith('Content-Disposition: '));
      // No line of a head is broken, so that none can be added.
      expect(heads.filter((head) => !/^[^\r\n]*name="[^"\r\n]*"$/.test(head))).toEqual([]);
      const received = await new Response(body, {
        headers: { 'content-type': form.type },
      }).formData();
      expect([...received.keys()]).toHaveLength(Object.keys(fields).length);
    }),
    { numRuns: 200 },
  );
});
