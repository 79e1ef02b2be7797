import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { message } from '../../../../src/i18n/i18n.ts';
import {
  calendarDate,
  endDate,
  ENDS_BEFORE_START,
  NOT_A_DATE,
} from '../../../../src/ui/forms/date-rules.ts';
import { matching, required } from '../../../../src/ui/forms/rules.ts';

function messages(schema: v.GenericSchema, value: unknown): readonly string[] {
  return v.safeParse(schema, value).issues?.map(({ message }) => message) ?? [];
}

describe('rules of fields', () => {
  it('a required field says its label when it has nothing but spaces', () => {
    expect(messages(required(message('Name')), ' \t')).toEqual(['Name is required']);
    expect(messages(required(message('Name')), ' x ')).toEqual([]);
  });

  it('a text that does not fit shows the message of the form, not that of the schema', () => {
    const order = matching(v.pipe(v.string(), v.regex(/^[0-9]+$/)), message('Order is a number'));
    expect(messages(order, 'two')).toEqual(['Order is a number']);
    expect(messages(order, '2')).toEqual([]);
  });

  it('text that is no date is refused, and no date at all is not', () => {
    expect(messages(calendarDate(), 'soon')).toEqual([NOT_A_DATE.id]);
    expect(messages(calendarDate(), '2026-02-30')).toEqual([NOT_A_DATE.id]);
    expect(messages(calendarDate(), '2026-02-28')).toEqual([]);
    expect(messages(calendarDate(), '')).toEqual([]);
    expect(messages(endDate('2026-03-02'), 'a day')).toContain(NOT_A_DATE.id);
    expect(messages(endDate('soon'), '2026-03-01')).toEqual([]);
  });

  it('an end date is refused before its start date alone', () => {
    expect(messages(endDate('2026-03-02'), '2026-03-01')).toEqual([ENDS_BEFORE_START.id]);
    expect(messages(endDate('2026-03-02'), '2026-03-02')).toEqual([]);
    expect(messages(endDate('2026-03-02'), '')).toEqual([]);
    expect(messages(endDate(''), '2026-03-01')).toEqual([]);
  });
});
