import { useMemo, useRef, useState } from 'react';
import { boardOfCsv, type CsvTable } from './csv.ts';
import { type ColumnUse, guessColumns, isDate, withUse } from './csv-columns.ts';
import { type DateOrder, isAmbiguous, orderOf } from './csv-dates.ts';
import { readSource, type SourceOfFile } from './read-source.ts';
import type { SourceBoard } from './source-board.ts';

export interface SourceFile {
  readonly file: File | undefined;
  /** Reason why the file cannot be imported. */
  readonly problem: string | undefined;
  readonly board: SourceBoard | undefined;
  /** Parsed table of a CSV file. */
  readonly table: CsvTable | undefined;
  readonly uses: readonly ColumnUse[];
  readonly setUse: (column: number, use: ColumnUse) => void;
  /** Undefined: the dates imply the order, or there are none. */
  readonly dates: DateOrder | undefined;
  readonly setDates: (order: DateOrder) => void;
  readonly choose: (file: File | undefined) => Promise<void>;
}

interface Read extends SourceOfFile {
  readonly file?: File | undefined;
}

/** Chosen file, parsed. Its content does not leave the page. */
export function useSourceFile(): SourceFile {
  const [read, setRead] = useState<Read>({});
  const [uses, setUses] = useState<readonly ColumnUse[]>([]);
  const [order, setOrder] = useState<DateOrder>('day-first');
  const { table } = read;
  const board = useMemo(() => {
    if (table === undefined) return read.trello;
    if (!uses.includes('name')) return undefined;
    const cells = dateCells(table, uses);
    return boardOfCsv(table, { uses, dates: orderOf(cells) ?? order });
  }, [table, read.trello, uses, order]);
  const latest = useRef<File>(undefined);
  const choose = async (file: File | undefined) => {
    latest.current = file;
    setRead({ file });
    if (file === undefined) return;
    const next = await readSource(file);
    // Another file was chosen, or this one removed, while it was read.
    if (latest.current !== file) return;
    setUses(next.table === undefined ? [] : guessColumns(next.table.headings));
    setRead({ file, ...next });
  };
  return {
    file: read.file,
    problem: read.problem,
    board,
    table,
    uses,
    setUse: (column, use) => setUses((before) => withUse(before, column, use)),
    dates: table !== undefined && isAmbiguous(dateCells(table, uses)) ? order : undefined,
    setDates: setOrder,
    choose,
  };
}

function dateCells({ rows }: CsvTable, uses: readonly ColumnUse[]): readonly string[] {
  const columns = [...uses.keys()].filter((index) => isDate(uses[index]));
  return rows.flatMap((row) => columns.map((index) => row[index] ?? ''));
}
