import { keysOf, type Shape } from './shapes.ts';

/** A limit, so that shapes that never repeat do not accumulate. */
const mostShapes = 20_000;

/** The keys of each shape as bytes, as a format writes them before their values. */
export class ShapeKeys {
  readonly #write: (key: string, place: number) => string;
  readonly #known = new Map<Shape, readonly DataView[]>();

  constructor(write: (key: string, place: number) => string) {
    this.#write = write;
  }

  of(shape: Shape): readonly DataView[] {
    const known = this.#known.get(shape);
    if (known !== undefined) return known;
    if (this.#known.size > mostShapes) this.#known.clear();
    const keys = keysOf(shape).map((key, place) => {
      const lead = Buffer.from(this.#write(key, place));
      return new DataView(lead.buffer, lead.byteOffset, lead.byteLength);
    });
    this.#known.set(shape, keys);
    return keys;
  }
}
