import type { RowRef } from '../../model/mutations/define-mutation.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import type { Machine } from '../shared/machine.ts';
import type { WriteTx } from '../writer/writer-types.ts';

/** Times by the clock of a device, as far as it says them. */
export interface DeviceTimes {
  /** Plausible time of the action in milliseconds (ID-3). */
  readonly claimedAt: number | undefined;
  /** Device's clock minus the server's in milliseconds when the call was sent. */
  readonly clockOffset: number | undefined;
}

export interface ConsequenceContext {
  /** Arguments after the mutation's schema; parse the needed ones. */
  readonly args: unknown;
  readonly actor: Actor;
  readonly tx: WriteTx;
  readonly newId: Machine['newId'];
  /** What the device says about its clock. */
  readonly device: DeviceTimes;
  /** Runs when the commit is on disk (wake the mailer, ...); never after a failed commit. */
  readonly afterCommit: (task: () => void) => void;
}

/**
 * Effects of a mutation that only the server applies, in the same write, after the mutation's rule has allowed the call
 * and its effects are put. consequences/registry.ts lists those that need rows alone; create-services.ts adds those of
 * the folders above.
 */
export interface Consequence {
  /** Name of the mutation. */
  readonly mutation: string;
  /** True: the model's effects are only a prediction for the device and are not put. */
  readonly replacesEffects: boolean;
  /** Table whose effects alone are only a prediction: the consequence writes its rows itself. */
  readonly replacesTable?: string;
  /** True: it uses up a limit of invitations (`LIMITS`). */
  readonly usesLimits?: true;
  /** Reads rows before the effects are put; `apply` receives the result. */
  readonly before?: (context: ConsequenceContext) => Promise<unknown>;
  /** Returns the row of the response when it is not the mutation's first ref. */
  readonly apply: (context: ConsequenceContext, before?: unknown) => Promise<RowRef | undefined>;
}
