import { type AccountNames, accountNamesSchema } from '../../model/protocol/account-names.ts';
import { parseAt } from '../../model/shared/parse.ts';
import { cipherOf } from './device-key.ts';
import { keyIdOf } from './sealed-name.ts';

/** Names of a record whose names are encrypted. */
export const NAMELESS: AccountNames = { orgName: '', displayName: '', email: '' };

/** Context of the encrypted names of an account, by its key. */
export function namesOf(key: string): string {
  return `names:${key}`;
}

/** Rejects with CairnError `forbidden` when nobody holds the key. */
export async function openNames<Named extends NamedRecord>(record: Named): Promise<Named> {
  const keyId = keyIdOf(record.dbName);
  // Empty: they come with the next renewal of the session.
  if (keyId === undefined || !record.sealedNames?.length) return record;
  const cipher = await cipherOf(keyId);
  const names = cipher.open(record.sealedNames, namesOf(record.key));
  return { ...record, ...parseAt(accountNamesSchema, names) };
}

interface NamedRecord extends AccountNames {
  /** Key of the account. */
  readonly key: string;
  readonly dbName: string;
  readonly sealedNames?: Uint8Array;
}
