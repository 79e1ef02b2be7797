import * as v from 'valibot';
import { parseAt } from '../../model/shared/parse.ts';
import type { AccountRecord } from './device-db.ts';
import { cipherOf } from './device-key.ts';
import { keyIdOf } from './sealed-name.ts';

/** Names and address of an account, which its record has encrypted (`sealedNames`). Loaded with an encrypted store. */
const accountNamesSchema = v.object({
  orgName: v.string(),
  displayName: v.string(),
  email: v.string(),
});
export type AccountNames = v.InferOutput<typeof accountNamesSchema>;

/** Names of a record whose names are encrypted. */
export const NAMELESS: AccountNames = { orgName: '', displayName: '', email: '' };

/** Context of the encrypted names of an account, by its key. */
export function namesOf(key: string): string {
  return `names:${key}`;
}

/** Rejects with CairnError `forbidden` when nobody holds the key. */
export async function openNames(record: AccountRecord): Promise<AccountRecord> {
  const keyId = keyIdOf(record.dbName);
  // Empty: they come with the next renewal of the session.
  if (keyId === undefined || !record.sealedNames?.length) return record;
  const cipher = await cipherOf(keyId);
  const names = cipher.open(record.sealedNames, namesOf(record.key));
  return { ...record, ...parseAt(accountNamesSchema, names) };
}
