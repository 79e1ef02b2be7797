import * as v from 'valibot';

export const ENDS_BEFORE_START = 'The end date is before the start date';

/** Message below an empty field. */
export function missing(label: string): string {
  return `${label} is required`;
}

/** Text that is not blank, or a chosen option: `Name is required`. */
export function required(label: string) {
  return v.pipe(
    v.string(),
    v.check((text) => text.trim() !== '', missing(label)),
  );
}

/** Text that matches a schema, with a readable message instead of the schema's own. */
export function matching(schema: v.GenericSchema<string, unknown>, message: string) {
  return v.pipe(
    v.string(),
    v.check((text) => v.is(schema, text), message),
  );
}

/** End date not before the start date; both may be empty. */
export function endDate(start: string) {
  return v.pipe(
    v.string(),
    v.check((end) => start === '' || end === '' || end >= start, ENDS_BEFORE_START),
  );
}
