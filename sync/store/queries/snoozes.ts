import { type Snooze, snoozes } from '../../../model/entities/snooze.ts';
import { type AccountDb, rows } from '../database.ts';

/** Tasks that the person has put off, also those whose time has passed. */
export async function listSnoozes(db: AccountDb): Promise<readonly Snooze[]> {
  return await rows(db, snoozes).toArray();
}
