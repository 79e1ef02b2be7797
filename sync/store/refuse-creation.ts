import type Dexie from 'dexie';

/**
 * From now on this handle opens its database only if it exists: Dexie would otherwise create a deleted one again for
 * the next reader, such as a query that was waiting. Returns the function that ends it.
 */
export function refuseCreation(dexie: Dexie): () => void {
  const { populate } = dexie.on;
  populate.subscribe(refuse);
  return () => populate.unsubscribe(refuse);
}

/** An error here aborts the transaction that creates the database, and with it the creation. */
function refuse(): never {
  throw new Error('The database does not exist');
}
