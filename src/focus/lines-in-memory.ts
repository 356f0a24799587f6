import { CellReader } from '../json/bulk/cell-reader.ts';
import type { CellTexts } from '../json/bulk/cell-text.ts';
import { placeOf } from '../json/bulk/paths.ts';
import { RowGroups } from '../json/bulk/row-groups.ts';
import type { RowPage } from '../json/bulk/rows.ts';
import type { LinePiece } from '../json/bulk/simd/group-lines.ts';
import { constantOf, converterOf, isCopied, textOfCell } from './convert-value.ts';
import type { FocusMap, MappedColumn } from './map.ts';
import { testOf } from './translate.ts';

/** The same numbers as in lines.as. */
const decimalBit = 1;
const nullableBit = 2;

/**
 * Writes csv lines of rows that are in memory, and leaves those that it is not sure of to its caller.
 * Cells that may have any value are copied from the page. The text between them depends only on the other
 * columns of the service, so it is made once for each group of rows that are alike in those.
 */
export function createLinesInMemory({ columns }: FocusMap, texts: CellTexts) {
  const parts = columns.map((mapped) => partOf(mapped, texts));
  const copied = parts.flatMap(({ copies }) => copies ?? []);
  const groups = new RowGroups<never>([...new Set(parts.flatMap(({ needs }) => needs))]);

  /** Undefined if FOCUS does not allow one of the values. */
  function piecesOf(page: RowPage, row: number): readonly LinePiece[] | undefined {
    const pieces: LinePiece[] = [];
    let text = '';
    for (const [place, { copies, isWanted, textIn }] of parts.entries()) {
      if (place > 0) text += texts.separator;
      const isMet = isWanted?.(page, row) ?? true;
      if (copies !== undefined) {
        pieces.push({ text, skips: !isMet });
        text = '';
      } else if (isMet) {
        const own = textIn(page, row);
        if (own === undefined) return undefined;
        text += own;
      }
    }
    return [...pieces, { text: `${text}\n` }];
  }

  return (page: RowPage) => {
    const { memory, picked, count } = page;
    if (memory === undefined || picked !== undefined) return undefined;
    const { lines } = memory;
    const { numbers, beginAgain } = memory.groups.number(groups, count);
    if (beginAgain) lines.clear();
    memory.useColumns(groups);
    return {
      /** Writes lines from a row on; returns them, and the first row that it is not sure of. */
      write: (row: number) => {
        const next = lines.write(row, count, copied.length);
        return { lines: lines.written, next };
      },
      /** From now on, it can be sure of rows like this one. */
      learn: (row: number) => {
        const shape = page.shapeOf[row];
        const group = numbers[row] ?? -1;
        if (shape === undefined || group < 0) return;
        memory.placeColumns(
          row,
          copied.map(({ name, bits }) => placeOf(shape, name).cell * 4 + bits),
        );
        const pieces = lines.has(group) ? undefined : piecesOf(page, row);
        if (pieces !== undefined) lines.keep(group, pieces);
      },
    };
  };
}

interface LinePart {
  /** The column of the service whose cells are copied unchanged. */
  readonly copies?: { readonly name: string; readonly bits: number };
  readonly isWanted: ((page: RowPage, row: number) => boolean) | undefined;
  /** Undefined if FOCUS does not allow the value. */
  readonly textIn: (page: RowPage, row: number) => string | undefined;
  /** Columns that the part depends on without copying their cells. */
  readonly needs: readonly string[];
}

function partOf(mapped: MappedColumn, texts: CellTexts): LinePart {
  const { column, source, where } = mapped;
  const isWanted = testOf(where);
  const needs = where.map((condition) => condition.column);
  const constant = constantOf(mapped);
  if (source.kind === 'value') {
    const text = constant && textOfCell(constant, texts);
    return { isWanted, needs, textIn: () => text };
  }
  // A path may lead into an object.
  if (isCopied(mapped) && !source.column.includes('.')) {
    const bits =
      (column.type === 'Decimal' ? decimalBit : 0) + (column.isNullable ? nullableBit : 0);
    return { isWanted, needs, copies: { name: source.column, bits }, textIn: () => '' };
  }
  const reader = new CellReader(source.column);
  const convert = converterOf(mapped);
  return {
    isWanted,
    needs: [...needs, source.column],
    textIn: (page, row) => {
      const converted = convert(reader.read(page, row) ?? undefined);
      return converted.fault === undefined ? textOfCell(converted, texts) : undefined;
    },
  };
}
