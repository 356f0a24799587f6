import { grow } from '../../json/bulk/growing-bytes.ts';
import { placeOf } from '../../json/bulk/paths.ts';
import type { RowPage } from '../../json/bulk/rows.ts';
import type { Place, Shape } from '../../json/bulk/shapes.ts';

/** Numbered shapes beyond this limit are dropped, because endless rows may all differ in their keys. */
const mostShapes = 20_000;

/** Numbers the shapes of rows, so that what is known of one is found by its number. */
export class ShapeNumbers {
  all: Shape[] = [];
  #numbers = new Map<Shape, number>();
  #ofRows = new Int32Array(0);

  number(page: RowPage, onNew: (shape: Shape) => void): Int32Array {
    if (this.all.length > mostShapes) {
      this.all = [];
      this.#numbers = new Map();
    }
    for (const shape of page.shapes) {
      if (this.#numbers.has(shape)) continue;
      this.#numbers.set(shape, this.all.length);
      this.all.push(shape);
      onNew(shape);
    }
    if (this.#ofRows.length < page.count) this.#ofRows = new Int32Array(page.count);
    const [first, ...others] = page.shapes;
    if (others.length === 0 && first !== undefined) {
      return this.#ofRows.fill(this.#numbers.get(first) ?? 0, 0, page.count);
    }
    let last: Shape | undefined;
    let number = 0;
    for (let row = 0; row < page.count; row += 1) {
      const shape = page.shapeOf[row];
      if (shape !== last && shape !== undefined) {
        last = shape;
        number = this.#numbers.get(shape) ?? 0;
      }
      this.#ofRows[row] = number;
    }
    return this.#ofRows;
  }
}

/** Where the rows of each shape have one column. */
export class ColumnPlaces {
  cellOf = new Int32Array(8);
  insides: (Place | undefined)[] = [];
  isSeen = false;
  hasInside = false;
  readonly #name: string;
  /** Whether the name may be a path into objects. */
  readonly #isPath: boolean;
  #known: readonly Shape[] = [];
  #count = 0;

  constructor(name: string, isPath: boolean) {
    this.#name = name;
    this.#isPath = isPath;
  }

  learn(shapes: readonly Shape[]): void {
    if (shapes !== this.#known) {
      this.#known = shapes;
      this.#count = 0;
      this.insides = [];
    }
    for (; this.#count < shapes.length; this.#count += 1) {
      const shape = shapes[this.#count];
      if (shape === undefined) continue;
      if (this.#count === this.cellOf.length) this.cellOf = grow(this.cellOf);
      const place = placeOf(shape, this.#name);
      this.cellOf[this.#count] = place.cell;
      if (place.cell >= 0) this.isSeen = true;
      if (this.#isPath && place.cell < 0 && place.inside.length > 0) {
        this.insides[this.#count] = place;
        this.hasInside = true;
      }
    }
  }
}
