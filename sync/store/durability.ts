import type Dexie from 'dexie';
import type { DexieOptions } from 'dexie';

/** Options of every database of this device (CLIENT-8): a write is on the disk before it is reported. */
export const ON_DISK: DexieOptions = { chromeTransactionDurability: 'strict' };

/**
 * Among the tables of a transaction, asks for a relaxed commit. Dexie has a durability for each database and none for a
 * transaction, but its middleware gets the tables' names as they were given.
 */
export const RELAXED = '(relaxed)';

/** Lets transactions over `RELAXED` be committed without waiting for the disk. */
export function allowRelaxed(dexie: Dexie): void {
  dexie.use({
    stack: 'dbcore',
    name: 'durability',
    create: (core) => ({
      ...core,
      transaction: (stores, mode, options) =>
        stores.includes(RELAXED)
          ? core.transaction(
              stores.filter((store) => store !== RELAXED),
              mode,
              { ...options, durability: 'relaxed' },
            )
          : core.transaction(stores, mode, options),
    }),
  });
}
