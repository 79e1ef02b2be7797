import * as v from 'valibot';
import { i18n, type Message } from '../../i18n/i18n.ts';

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
