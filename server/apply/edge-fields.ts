import * as v from 'valibot';
import { CairnError, refuse } from '../../model/shared/errors.ts';

/** Longer than any id: a member of a project is two of them. */
const LONGEST_ID = 100;

const nothing = v.nullable(v.literal(''));
const id = v.union([
  nothing,
  v.pipe(v.string(), v.maxLength(LONGEST_ID)),
  v.pipe(v.number(), v.safeInteger()),
]);
const flag = v.union([nothing, v.boolean(), v.picklist(['true', 'false', 'True', 'False'])]);
const place = v.union([
  nothing,
  v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  v.pipe(v.string(), v.regex(/^\d{1,15}$/)),
]);
const ids = v.union([id, v.pipe(v.array(id), v.maxLength(1_000))]);

/**
 * Fields that a call may contain although its mutation does not read them, or reads only some of their values: a value
 * of another type is an error nevertheless.
 */
const EDGE_FIELDS: ReadonlyMap<string, v.GenericSchema> = new Map<string, v.GenericSchema>([
  ['order', place],
  ['status', flag],
  ['edited', flag],
  ['task', id],
  ['to', id],
  ['group', id],
  ['add', ids],
  ['remove', ids],
  ['members', ids],
]);

/** Throws `invalid`, naming the field. */
export function requireEdgeFields(body: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(body)) {
    const schema = EDGE_FIELDS.get(name);
    if (schema === undefined || v.is(schema, value)) continue;
    throw new CairnError(
      refuse('invalid', `"${name}" is not of the kind it has to be`, { field: name }),
    );
  }
}
