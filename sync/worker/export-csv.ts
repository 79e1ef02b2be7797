import papa from 'papaparse';

/** Cell of a table; lists are joined, a missing value is an empty cell. */
export type Cell = string | number | boolean | null | undefined;

const BYTE_ORDER_MARK = '\uFEFF';
const NEWLINE = '\r\n';

/**
 * Text that a spreadsheet would run as a formula gets a leading apostrophe, and text with apostrophes before such a
 * character one more: the import (src/features/transfer) removes exactly one.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** Table for spreadsheets in chunks: UTF-8 with a byte order mark, formulas neutralised. */
export function* csvChunks(
  head: readonly string[],
  lines: Iterable<readonly Cell[]>,
): Generator<string> {
  yield `${BYTE_ORDER_MARK}${linesOf([head])}`;
  let gathered: (readonly Cell[])[] = [];
  for (const line of lines) {
    gathered.push(line);
    if (gathered.length < 500) continue;
    yield linesOf(gathered);
    gathered = [];
  }
  if (gathered.length > 0) yield linesOf(gathered);
}

function linesOf(lines: readonly (readonly Cell[])[]): string {
  const cells = lines.map((line) => line.map(wordsOf));
  return papa.unparse(cells, { escapeFormulae: FORMULA, newline: NEWLINE }) + NEWLINE;
}

function wordsOf(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  return String(cell);
}
