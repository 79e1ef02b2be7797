import * as v from 'valibot';

/** `kind` of a downloaded copy of unsent work (MUT-10). */
export const UNSENT_COPY = 'cairn-unsent-work';

const shotShape = v.looseObject({
  place: v.string(),
  type: v.string(),
  fields: v.record(v.string(), v.union([v.string(), v.number()])),
  original: v.optional(v.string()),
});
const fileShape = v.looseObject({
  id: v.string(),
  name: v.string(),
  size: v.number(),
  digest: v.string(),
  parts: v.number(),
  state: v.picklist(['waiting', 'refused', 'kept', 'shot']),
  at: v.number(),
  shot: v.optional(shotShape),
});
const accountShape = v.looseObject({
  userId: v.string(),
  orgId: v.string(),
  mutations: v.array(v.looseObject({ name: v.string(), args: v.unknown() })),
  /** Missing in copies of builds before. `path`: place of the bytes in the archive. */
  files: v.optional(v.array(v.looseObject({ path: v.string(), file: v.unknown() })), []),
  drafts: v.optional(v.array(v.looseObject({ id: v.string(), text: v.string() })), []),
});
const copyShape = v.looseObject({
  kind: v.literal(UNSENT_COPY),
  accounts: v.array(accountShape),
});

export type CopiedWork = v.InferOutput<typeof accountShape>;

/** Accounts of a copy; undefined for anything else. */
export function parseUnsentCopy(value: unknown): readonly CopiedWork[] | undefined {
  const read = v.safeParse(copyShape, value);
  return read.success ? read.output.accounts : undefined;
}

/** True for a file whose bytes are on a device only, as the device stores it. */
export function isCopiedFile(value: unknown): boolean {
  return v.is(fileShape, value);
}
