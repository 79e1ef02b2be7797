import type { Writer } from '../writer/writer-types.ts';
import {
  confirmMark,
  type Installation,
  noteReported,
  prepareMark,
} from '../store/installation.ts';
import type { FileStorage } from './storage.ts';

interface OwnerDeps {
  readonly storage: FileStorage;
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

/** A copy of this database uses the bucket too: what this one does not name may be the copy's. */
export class CopiedStorage extends ForeignStorage {
  override readonly message =
    'This database or a copy of it also cleans up the bucket of S3_URL, so nothing is removed from it. Stop the copy, unset its S3_URL, or run "npm run restore" on it; then run "npm run take-files" with the database that keeps the bucket.';
}

/** Mark of a bucket in which two copies of a database have met. */
const DISPUTED = 0;

/** Text of the note in the bucket. */
export function ownerText({ number, next }: Pick<Installation, 'number' | 'next'>): string {
  return next === undefined ? String(number) : `${String(number)}.${String(next)}`;
}

/**
 * Makes sure that objects are removed for the database that owns the store alone; the first one that asks owns it.
 * Throws `ForeignStorage`, or `unavailable`. A folder beside the database has no owner. Each time the store gets a new
 * mark: a copy of the database, which has the same number, does not know it. The one that meets an unknown mark reports
 * that once, so that neither removes anything until the operator has decided.
 */
export async function requireOwner({ storage, writer }: OwnerDeps): Promise<void> {
  const { owner } = storage;
  if (owner === undefined) return;
  const own = await writer.session([], ({ sql }) => prepareMark(sql));
  const found = await owner.read();
  const [number, mark] = found?.split('.') ?? [];
  if (number !== undefined && number !== String(own.number)) throw new ForeignStorage();
  // A build from before the marks has written the number alone.
  if (mark !== undefined && !own.marks.includes(Number(mark))) {
    if (!own.isReported && Number(mark) !== DISPUTED) {
      await owner.write(ownerText({ ...own, next: DISPUTED }));
      await writer.session([], ({ sql }) => noteReported(sql));
    }
    throw new CopiedStorage();
  }
  await owner.write(ownerText(own));
  const { next } = own;
  if (next !== undefined) await writer.session([], ({ sql }) => confirmMark(sql, next));
}
