import stringWidth from 'string-width';

/** What a table shows: for a single record the names of its fields are in the first column. */
export interface ScreenTable {
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The table below the caption. */
function lastPart(screen: string): string[] {
  return (screen.trimEnd().split('\n\n').at(-1) ?? '').split('\n');
}

/** Columns and cells of a Markdown table, without the escapes of Markdown. */
export function readMarkdown(screen: string): ScreenTable {
  // An empty row sets parts apart, as an empty line of a terminal does.
  const lines = lastPart(screen).filter((line) => /^\| .*[^ |]/.test(line));
  const [headers = [], , ...rows] = lines.map((line) =>
    line
      .slice(2, -2)
      .split(/(?<!\\) \| /)
      .map((cell) =>
        cell
          .replaceAll('`\\|`', '|')
          .replace(/^`+ ?(.*?) ?`+$/, '$1')
          .replace(/\\([\\`*_[\]<>~&$|])/g, '$1')
          .trim(),
      ),
  );
  return { headers, rows };
}

/**
 * The same of a table in a terminal, with a header if it is a list of so many records: columns are apart if
 * every line has two spaces there.
 */
export function readTerminal(screen: string, records: number | undefined): ScreenTable {
  const hasHeader = records !== undefined;
  const all = screen.split('\n').filter((line) => line !== '');
  const lines = (hasHeader ? all.slice(-records - 1) : lastPart(screen)).map(cellsOf);
  const width = Math.max(...lines.map((cells) => cells.length));
  const isBlank = (at: number) => lines.every((cells) => (cells[at] ?? ' ') === ' ');
  const starts = [0];
  for (let at = 2; at < width; at += 1) {
    if (isBlank(at - 1) && isBlank(at - 2) && !isBlank(at)) starts.push(at);
  }
  const own = hasHeader ? starts : starts.slice(0, 2);
  const rows = lines.map((cells) =>
    own.map((start, place) =>
      cells
        .slice(start, own[place + 1])
        .join('')
        .trim(),
    ),
  );
  if (!hasHeader) return { headers: [], rows };
  const [headers = [], ...others] = rows;
  return { headers, rows: others };
}

/** What each cell of a line shows; nothing in the second cell of a wide character. */
function cellsOf(line: string): string[] {
  return [...new Intl.Segmenter().segment(line)].flatMap(({ segment }) =>
    stringWidth(segment) === 2 ? [segment, ''] : [segment],
  );
}
