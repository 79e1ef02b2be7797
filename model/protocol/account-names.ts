import * as v from 'valibot';

/** Names and address in a device's record of an account; encrypted in an encrypted store. */
export const accountNamesSchema = v.object({
  orgName: v.string(),
  displayName: v.string(),
  email: v.string(),
});
export type AccountNames = v.InferOutput<typeof accountNamesSchema>;
