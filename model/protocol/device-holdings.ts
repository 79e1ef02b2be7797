import * as v from 'valibot';

const amount = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** What a device holds of an organisation, as it reports it and its person reads it (HOLD-1). */
export const heldFields = {
  /** Rows, of all kinds. */
  items: amount,
  /** Files with all their bytes. */
  files: amount,
  /** Storage that Cairn uses in that browser, for all its people and organisations; null: the browser does not say. */
  megabytes: v.nullable(amount),
  /** Unsent and rejected changes, files that are not sent or not attached, and half-typed texts. */
  unsent: amount,
  /** The rows are encrypted on the disk. */
  encrypted: v.boolean(),
  /** The browser promised not to remove the data by itself. */
  persistent: v.boolean(),
};
export type Held = v.InferOutput<v.ObjectSchema<typeof heldFields, undefined>>;

/** The same of all organisations of a person on one device. Instants are milliseconds by the server's clock. */
export const holdingsSchema = v.looseObject({
  ...heldFields,
  /** Time of the last report that changed something. */
  reported_at: v.number(),
  /** True: the device has everything that the server has. */
  up_to_date: v.boolean(),
  /** Otherwise it has everything that was written until then; null: not known. */
  until: v.nullable(v.number()),
});
export type Holdings = v.InferOutput<typeof holdingsSchema>;
