import type { Actor } from '../../model/permissions/actor.ts';
import type { Snapshot } from '../store/database.ts';

/** Input of a read: the person who asks, and one state of the database. */
export interface Reads {
  readonly actor: Actor;
  readonly store: Snapshot;
}
