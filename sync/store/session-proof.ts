import type { SessionData } from '../../model/protocol/session.ts';

/**
 * When this device last proved its session to the server, and how long it has been without the server since
 * (decision 0096). Only stored while an organisation of the person limits that time.
 */
export interface SessionProof {
  readonly id: 'proof';
  readonly userId: string;
  /** Time of the last proof by the server's clock, milliseconds since 1970, UTC. */
  readonly provedAt: number;
  /** Milliseconds since then, added up from readings of the device's clock: setting it back takes nothing away. */
  readonly elapsed: number;
  /** Last reading of the device's clock. */
  readonly clock: number;
}

/** The proof of a sign-in or a renewal at a time of the device's clock; undefined when nothing limits the time. */
export function proofOf(data: SessionData, now: number): SessionProof | undefined {
  const isLimited = data.organizations.some((one) => (one.offline_days ?? null) !== null);
  if (!isLimited) return undefined;
  const { proved_at: provedAt = now, user } = data;
  return { id: 'proof', userId: user.id, provedAt, elapsed: 0, clock: now };
}

/**
 * Adds the time since the last reading. A clock that was set back adds nothing, and is read from there on. One that was
 * behind the proof and is not any more was set right, as of a device that starts in 1970: the time since the proof counts.
 */
export function advanced(proof: SessionProof, now: number): SessionProof {
  const { provedAt, elapsed, clock } = proof;
  const sum = elapsed + Math.max(0, now - clock);
  const isSetRight = clock < provedAt && now >= provedAt;
  return { ...proof, elapsed: isSetRight ? Math.max(elapsed, now - provedAt) : sum, clock: now };
}
