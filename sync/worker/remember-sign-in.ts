import type { SessionData } from '../../model/protocol/session.ts';
import { rememberSession, type SignInMode } from '../store/remember-session.ts';
import type { WorkerParts } from './account-engine.ts';

/** Stores the session of a sign-in, after everything that has to happen before its accounts are read. */
export async function rememberSignIn(
  parts: WorkerParts,
  data: SessionData,
  mode?: SignInMode,
): Promise<void> {
  const { id } = data.user;
  await noteReported(parts, data, mode).catch(() => undefined);
  const own = await openLock(parts, id);
  await openKept(parts, id);
  await rememberSession(parts.device, data, own ?? mode);
}

/** Loaded only when the server reports unsent changes. */
async function noteReported(
  parts: WorkerParts,
  data: SessionData,
  mode?: SignInMode,
): Promise<void> {
  if ((data.unsent_reported ?? 0) === 0) return;
  const reported = await import('./reported-loss.ts');
  await reported.noteReported(parts, data, mode);
}

/** Mode of the session of a person whose stores on this device have a passphrase (decision 0099). */
async function openLock(parts: WorkerParts, userId: string): Promise<SignInMode | undefined> {
  if ((await parts.device.marks.get(`lock:${userId}`)) === undefined) return undefined;
  return (await import('./open-lock.ts')).openLock(parts, userId);
}

/**
 * CLIENT-9: runs before the person's accounts are read. A failure does not prevent the sign-in: the start of the engine
 * tries it again.
 */
async function openKept(parts: WorkerParts, userId: string): Promise<void> {
  const { accounts, leaving } = parts.device;
  const kept = await accounts
    .filter((one) => one.userId === userId && one.trimmed === true)
    .count();
  if (kept + (await leaving.count()) === 0) return;
  const opening = import('./open-kept.ts').then((part) => part.openAtSignIn(parts, userId));
  await opening.catch(() => undefined);
}
