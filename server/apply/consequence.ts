import type { RowRef } from '../../model/mutations/define-mutation.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import type { WriteTx } from '../writer/writer-types.ts';

export interface ConsequenceContext {
  /** Arguments as the mutation's schema let them through; parse what you need of them. */
  readonly args: unknown;
  readonly actor: Actor;
  readonly tx: WriteTx;
  /** Runs when the commit is on disk (wake the mailer, ...); never when it is not. */
  readonly afterCommit: (task: () => void) => void;
}

/**
 * Effects of a mutation that only the server applies, in the same write. Those of rows alone are listed in
 * consequences/registry.ts; app.ts adds those of the folders above. It runs after the mutation's rule has allowed the
 * call and its effects are put.
 */
export interface Consequence {
  /** Name of the mutation. */
  readonly mutation: string;
  /** True: the model's effects are only the device's guess and are not put. */
  readonly replacesEffects: boolean;
  /** True: it takes from a limit of invitations (`LIMITS`). */
  readonly takesLimits?: true;
  /** Looks at what is there before the effects are put; `apply` gets what it gives. */
  readonly before?: (context: ConsequenceContext) => Promise<unknown>;
  /** Gives the row that the answer shows when it is not the mutation's first ref. */
  readonly apply: (context: ConsequenceContext, before?: unknown) => Promise<RowRef | undefined>;
}
