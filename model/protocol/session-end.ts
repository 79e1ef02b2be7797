import * as v from 'valibot';
import { wireId } from './wire-id.ts';

/** The data to be removed from the device whose session the person ended elsewhere. */
export const REMOVALS = ['keep_unsent', 'all'] as const;
/** `keep_unsent`: all data except unsent text; `all`: that as well. */
export type Removal = (typeof REMOVALS)[number];

/** An organisation that the person was a member of and has been deactivated in or erased from. */
export const formerOrganizationSchema = v.looseObject({
  organization_id: wireId,
  /** Empty for one that was erased, or from which the person was. */
  organization_name: v.string(),
  /** True: the organisation itself was erased. */
  erased: v.optional(v.boolean()),
});
export type FormerOrganization = v.InferOutput<typeof formerOrganizationSchema>;
