import * as v from 'valibot';
import { calendarDateSchema } from '../../../model/shared/dates.ts';

/** Position of the day in 03/04/2026. */
export type DateOrder = 'day-first' | 'month-first';

const WITH_SIGNS = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})\b/;

/** Calendar date; null for an empty cell, undefined for an invalid one. A time after the date is ignored. */
export function readDate(cell: string, order: DateOrder): string | null | undefined {
  if (cell === '') return null;
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(cell);
  if (iso !== null) return valid(iso[1], iso[2], iso[3]);
  const [, first, second, year] = WITH_SIGNS.exec(cell) ?? [];
  if (year === undefined) return undefined;
  return order === 'day-first' ? valid(year, second, first) : valid(year, first, second);
}

/** Order that the dates imply; undefined when each of them fits both. */
export function orderOf(cells: readonly string[]): DateOrder | undefined {
  for (const cell of cells) {
    const [, first = '', second = ''] = WITH_SIGNS.exec(cell.trim()) ?? [];
    if (Number(first) > 12) return 'day-first';
    if (Number(second) > 12) return 'month-first';
  }
  return undefined;
}

/** True when the two orders give different dates. */
export function isAmbiguous(cells: readonly string[]): boolean {
  return orderOf(cells) === undefined && cells.some((cell) => WITH_SIGNS.test(cell.trim()));
}

function valid(year = '', month = '', day = ''): string | undefined {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return v.is(calendarDateSchema, date) ? date : undefined;
}
