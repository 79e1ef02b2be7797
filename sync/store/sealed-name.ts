/** Names of stores whose rows are encrypted. */
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

/** First character of the ids of keys that a passphrase opens (decision 0099); no other id begins with it. */
const LASTING = 'p';

/** Id of a key that a passphrase opens, from a random one. */
export function lastingKeyId(id: string): string {
  return `${LASTING}${id}`;
}

/** True for a key that a passphrase opens; false for the key of a shared computer. */
export function isLastingKey(keyId: string): boolean {
  return keyId.startsWith(LASTING);
}

/** True for a store of a shared computer, which nobody can read after the browser is closed. */
export function isSharedStore(dbName: string): boolean {
  const keyId = keyIdOf(dbName);
  return keyId !== undefined && !isLastingKey(keyId);
}
