import type { Writer } from '../writer/writer-types.ts';
import type { Database } from '../store/database.ts';
import { claimInstallation, readInstallation } from '../store/installation.ts';
import type { FileStorage } from './storage.ts';

interface OwnerDeps {
  readonly storage: FileStorage;
  readonly database: Database;
  readonly writer: Writer;
}

/** The bucket belongs to another database: what this one does not name may be that one's. */
export class ForeignStorage extends Error {
  constructor() {
    super(
      'The bucket of S3_URL belongs to another database, so nothing is removed from it. In a restore drill, unset S3_URL. If this database replaces the other one for good, run "npm run take-files".',
    );
  }
}

/**
 * Makes sure that objects are removed for the database that owns the store alone; the first one that asks owns it.
 * Throws `ForeignStorage`, or `unavailable`. A folder beside the database has no owner.
 */
export async function requireOwner({ storage, database, writer }: OwnerDeps): Promise<void> {
  const { owner } = storage;
  if (owner === undefined) return;
  const known = await database.snapshot(readInstallation);
  const own = String(known ?? (await writer.session([], ({ sql }) => claimInstallation(sql))));
  const found = await owner.read();
  if (found === undefined) await owner.write(own);
  else if (found !== own) throw new ForeignStorage();
}
