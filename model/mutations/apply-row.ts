import type { RawRow } from '../entities/define-entity.ts';
import type { Actor } from '../permissions/actor.ts';
import { CairnError } from '../shared/errors.ts';
import type { RowRef } from './define-mutation.ts';
import { prepareMutation } from './registry.ts';

/** A stored mutation, with the data to run its effects again. */
export interface KeptMutation {
  readonly name: string;
  readonly args: unknown;
  readonly actor: Actor;
  /** Milliseconds by the device's clock: a claim (ID-3). */
  readonly at: number;
}

/**
 * The row after one mutation. A mutation that this build does not know leaves the row unchanged
 * (VER-2).
 */
export function applyToRow(
  ref: RowRef,
  row: RawRow | undefined,
  mutation: KeptMutation,
): RawRow | undefined {
  return effectsOf(mutation)
    .filter((effect) => effect.table === ref.table && effect.id === ref.id)
    .reduce((current: RawRow | undefined, effect) => effect.apply(current), row);
}

/**
 * The view of a row: its base row with the pending mutations applied in order (SYNC-SPEC, Terms).
 */
export function applyRow(
  ref: RowRef,
  base: RawRow | undefined,
  pending: readonly KeptMutation[],
): RawRow | undefined {
  return pending.reduce(
    (row: RawRow | undefined, mutation) => applyToRow(ref, row, mutation),
    base,
  );
}

function effectsOf({ name, args, actor, at }: KeptMutation) {
  try {
    return prepareMutation(name, args).effects({ actor, at });
  } catch (error) {
    if (error instanceof CairnError) return [];
    throw error;
  }
}
