import type { TaskSummary } from '../../data/all-tasks.ts';
import type { OverviewColumn } from './overview-columns.ts';

/**
 * Rows as a CSV file for spreadsheets: UTF-8 with a byte order mark, CRLF, and texts that a spreadsheet would
 * run as a formula escaped. Its headings and states are English in every language.
 */
export async function overviewCsv(
  tasks: readonly TaskSummary[],
  columns: readonly OverviewColumn[],
): Promise<Blob> {
  const { default: papa } = await import('papaparse');
  const exported = columns.flatMap(({ title, text, csv }) => csv ?? [{ title: title.id, text }]);
  const text = papa.unparse(
    {
      fields: ['S.No', ...exported.map(({ title }) => title)],
      data: tasks.map((task, index) => [
        String(index + 1),
        ...exported.map((column) => column.text(task)),
      ]),
    },
    { escapeFormulae: true, newline: '\r\n' },
  );
  return new Blob([BYTE_ORDER_MARK, text], { type: 'text/csv;charset=utf-8' });
}

const BYTE_ORDER_MARK = '\uFEFF';
