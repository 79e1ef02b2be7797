import type { Prepared } from '../../model/mutations/define-mutation.ts';
import type { Account } from '../../sync/client/index.ts';
import type { ChangesInFlight } from './changes-in-flight.ts';
import type { Reverted, UndoOutcome } from './success.tsx';

interface Deps {
  readonly account: Pick<Account, 'stillApply'>;
  readonly changes: Pick<ChangesInFlight, 'run'>;
}

/** Reverts a change by `undo`, unless somebody has changed it again. */
export async function undoChange(
  { account, changes }: Deps,
  change: Prepared,
  undo: () => Promise<Reverted>,
): Promise<UndoOutcome> {
  // A change in flight, so that a second press of Undo waits for it; `undo` itself only until it is saved: the reason
  // of its refusal stays on the screen as long as the person likes.
  const [reverting] = await changes.run(async () => {
    const [isStanding] = await account.stillApply([change]);
    return isStanding === true ? [undo()] : [];
  });
  if (reverting === undefined) return 'changed';
  const reverted = await reverting;
  if (reverted === 'asked') return reverted;
  return reverted ? 'undone' : 'refused';
}
