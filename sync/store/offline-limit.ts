import type { AccountRecord, DeviceDb } from './device-db.ts';
import { advanced, type SessionProof } from './session-proof.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Shortest time between two readings of the clock that are stored, in milliseconds: each wakes queries of every tab. */
const READING_EVERY = 30_000;

/** Adds the time since the last reading to the stored proof; does nothing without one, or soon after the last. */
export async function advanceProof(db: DeviceDb, now: number): Promise<void> {
  const advance = async () => {
    const proof = await storedProof(db);
    if (proof === undefined || Math.abs(now - proof.clock) < READING_EVERY) return;
    await db.marks.put(advanced(proof, now));
  };
  // What could not be stored is counted by the next reading.
  await db.dexie.transaction('rw', db.marks, advance).catch(() => undefined);
}

/**
 * True for an account whose organisation asks for a new sign-in, because this device was without the server for longer
 * than it accepts. The mode of a shared computer has a shorter end of its own.
 */
export async function isOverdue(
  db: DeviceDb,
  { userId, offlineDays }: AccountRecord,
  now: number,
): Promise<boolean> {
  if (offlineDays === undefined) return false;
  if ((await db.session.get('current'))?.shared === true) return false;
  const proof = await storedProof(db);
  if (proof?.userId !== userId) return false;
  return advanced(proof, now).elapsed > offlineDays * DAY_MS;
}

/** The stored proof; undefined while nothing limits the time. */
export async function storedProof(db: DeviceDb): Promise<SessionProof | undefined> {
  const mark = await db.marks.get('proof');
  return mark?.id === 'proof' ? mark : undefined;
}
