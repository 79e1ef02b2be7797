import * as v from 'valibot';
import { i18n, type Message, message } from '../../i18n/i18n.ts';

export const ENDS_BEFORE_START = message('The end date is before the start date');

/** Message below an empty field; `label` is in the language of the screen. */
export function missing(label: string): string {
  return i18n.t('{name} is required', { name: label });
}

/** Text that is not blank, or a chosen option: `Name is required`. */
export function required(label: Message) {
  return v.pipe(
    v.string(),
    v.check(
      (text) => text.trim() !== '',
      () => missing(i18n.t(label)),
    ),
  );
}

/** Text that matches a schema, with a readable message instead of the schema's own. */
export function matching(schema: v.GenericSchema<string, unknown>, failure: Message) {
  return v.pipe(
    v.string(),
    v.check(
      (text) => v.is(schema, text),
      () => i18n.t(failure),
    ),
  );
}

/** End date not before the start date; both may be empty. */
export function endDate(start: string) {
  return v.pipe(
    v.string(),
    v.check(
      (end) => start === '' || end === '' || end >= start,
      () => i18n.t(ENDS_BEFORE_START),
    ),
  );
}
