import { CLOSED } from '../../../sync/store/closing.ts';
import { keyIdOf } from '../../../sync/store/sealed-name.ts';
import type { Device } from '../device-types.ts';

/**
 * CLIENT-13.2: of a person who is signed in no store is closed to writers, and an encrypted account has no plain store
 * beside it.
 */
export function replacementHasEnded({ person, seat, view }: Device): string | undefined {
  const account = seat?.machine.account(person);
  if (seat === undefined || account === undefined || !seat.isSignedIn()) return undefined;
  if (account.encrypting === true)
    return `${person.name}: the account is marked as being encrypted`;
  if (view(account.dbName).minWriter === CLOSED) return `${account.dbName} is closed to writers`;
  if (keyIdOf(account.dbName) === undefined) return undefined;
  const plain = seat.machine
    .databases()
    .filter((name) => keyIdOf(name) === undefined && seat.machine.belongsTo(name, person));
  return plain.length === 0
    ? undefined
    : `${plain.join(', ')} is on the disk of an encrypted device`;
}
