import type { SessionData } from '../../model/protocol/session.ts';
import { keptLock } from '../store/device-db.ts';
import { rememberSession, type SignInMode } from '../store/remember-session.ts';
import type { WorkerParts } from './account-engine.ts';

/** What a sign-in needs of the worker. */
type Parts = Pick<WorkerParts, 'device' | 'session' | 'http'> & {
  readonly machine: Pick<WorkerParts['machine'], 'clock' | 'timers' | 'lock'>;
};

/** Milliseconds to wait for a page that encrypts kept work, and the number of times that it may begin again. */
const WAIT = 5_000;
const MOST_TRIES = 3;

/**
 * Stores the session of a sign-in, after everything that has to happen before its accounts are read. Until then other
 * tabs may encrypt the person's kept work again (CLIENT-9).
 */
export async function rememberSignIn(
  parts: Parts,
  data: SessionData,
  mode?: SignInMode,
): Promise<void> {
  const { id } = data.user;
  await noteReported(parts, data, mode).catch(() => undefined);
  const own = await openLock(parts, id);
  const remember = () => rememberSession(parts.device, data, own ?? mode);
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    await openKept(parts, id);
    if (await unlessTrimmed(parts, id, remember)) return;
  }
  await remember();
}

/** Runs the work while no page can reduce the person's accounts; false when one of them has been reduced. */
async function unlessTrimmed(
  { device, machine }: Parts,
  userId: string,
  work: () => Promise<void>,
): Promise<boolean> {
  const mine = await device.accounts.where('userId').equals(userId).sortBy('key');
  const once = async () => {
    if ((await trimmedOf({ device }, userId)) > 0) return false;
    await work();
    return true;
  };
  const locked = mine.reduce(
    (inner, { key }) =>
      () =>
        machine.lock.run(keptLock(key), WAIT, inner),
    once,
  );
  return locked();
}

/** Number of the person's accounts that are reduced to encrypted work. */
function trimmedOf({ device }: Pick<Parts, 'device'>, userId: string): PromiseLike<number> {
  return device.accounts.filter((one) => one.userId === userId && one.trimmed === true).count();
}

/** Loaded only when the server reports unsent changes. */
async function noteReported(parts: Parts, data: SessionData, mode?: SignInMode): Promise<void> {
  if ((data.unsent_reported ?? 0) === 0) return;
  const reported = await import('./reported-loss.ts');
  await reported.noteReported(parts, data, mode);
}

/** Mode of the session of a person whose stores on this device have a passphrase (decision 0099). */
async function openLock(parts: Parts, userId: string): Promise<SignInMode | undefined> {
  if ((await parts.device.marks.get(`lock:${userId}`)) === undefined) return undefined;
  return (await import('./open-lock.ts')).openLock(parts, userId);
}

/**
 * CLIENT-9: runs before the person's accounts are read. A failure does not prevent the sign-in: the start of the engine
 * tries it again.
 */
async function openKept(parts: Parts, userId: string): Promise<void> {
  const kept = await trimmedOf(parts, userId);
  const others = [parts.device.leaving.count(), parts.device.sealedDrafts.count()];
  const [leaving = 0, drafts = 0] = await Promise.all(others);
  if (kept + leaving + drafts === 0) return;
  const opening = import('./open-kept.ts').then((part) => part.openAtSignIn(parts, userId));
  await opening.catch(() => undefined);
}
