import papa from 'papaparse';

/** A cell of a table; lists are joined, what is missing is empty. */
export type Cell = string | number | boolean | null | undefined;

const BYTE_ORDER_MARK = '\uFEFF';
const NEWLINE = '\r\n';

/**
 * What a spreadsheet would run as a formula gets an apostrophe in front, and what has apostrophes before such a sign one
 * more: so the first can be taken away again without guessing (src/features/transfer reads it back).
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** A table for spreadsheets, piece by piece: UTF-8 with a byte order mark, formulas made harmless. */
export function* csvPieces(
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
