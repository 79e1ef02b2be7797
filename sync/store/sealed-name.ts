/** Names of a shared computer's stores, whose rows are encrypted. */
const PREFIX = 'cairn-sealed-';

/** Name of an account's store under this key. */
export function sealedName(keyId: string, userId: string, orgId: string): string {
  return `${PREFIX}${keyId}-${userId}-${orgId}`;
}

/** Id of the key of a store; undefined for a store that is not encrypted. */
export function keyIdOf(dbName: string): string | undefined {
  if (!dbName.startsWith(PREFIX)) return undefined;
  return dbName.slice(PREFIX.length).split('-')[0];
}
