import * as v from 'valibot';

export const ENDS_BEFORE_START = 'The end date is before the start date';

/** A text that says something, or a choice that was made: `Name is required`. */
export function required(label: string) {
  return v.pipe(
    v.string(),
    v.check((text) => text.trim() !== '', `${label} is required`),
  );
}

/** A text that fits a schema, with a message for people in place of the schema's own. */
export function matching(schema: v.GenericSchema<string, unknown>, message: string) {
  return v.pipe(
    v.string(),
    v.check((text) => v.is(schema, text), message),
  );
}

/** An end date that is not before the start date; both may be empty. */
export function endDate(start: string) {
  return v.pipe(
    v.string(),
    v.check((end) => start === '' || end === '' || end >= start, ENDS_BEFORE_START),
  );
}
