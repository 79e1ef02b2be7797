import { expect, it } from 'vitest';
import { addDays, addMonths, isCalendarDate } from '../../../../src/ui/text/calendar-date.ts';

it('a day that its month does not have is no date', () => {
  expect(isCalendarDate('2028-02-29')).toBe(true);
  expect(isCalendarDate('2026-02-29')).toBe(false);
  expect(isCalendarDate('2026-1-1')).toBe(false);
  expect(isCalendarDate('')).toBe(false);
});

it('days and months are counted across years, and a shorter month ends earlier', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(addMonths('2026-12-15', 1)).toBe('2027-01-15');
  expect(addMonths('2026-01-15', -1)).toBe('2025-12-15');
});
