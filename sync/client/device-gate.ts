import type { AccountRecord, DeviceDb } from '../store/device-db.ts';
import type { Observed } from '../store/reactive/observed.ts';
import { isLastingKey, keyIdOf } from '../store/sealed-name.ts';
import type { GateCalls } from './device-locks.ts';
import type { SharedComputer } from './shared-computer.ts';

/**
 * What stands between the start and the account. `unlock`: a passphrase opens its store. `choose`: the organisation asks
 * for one, and the store is plain; `isEmpty`: nothing is stored yet. `renew`: a sign-in has opened the store, and the
 * person chooses a new passphrase.
 */
export type GateState =
  | { readonly kind: 'unlock' | 'renew' }
  | { readonly kind: 'choose'; readonly isEmpty: boolean };

/** Passphrase of an encrypted device (decision 0099). The code is loaded only where an organisation asks for one. */
export interface DeviceGate {
  readonly state: Observed<GateState>;
  /** The account, unless the person has to enter or choose a passphrase first. */
  readonly passed: (record: AccountRecord | undefined) => Promise<AccountRecord | undefined>;
  readonly load: () => Promise<GateCalls>;
}

export function deviceGate(device: DeviceDb, shared: SharedComputer): DeviceGate {
  const listeners = new Set<() => void>();
  let state: GateState | undefined;
  /** Store that this page has opened, so that nobody is interrupted to choose a passphrase. */
  let opened: string | undefined;
  let calls: GateCalls | undefined;
  const load = async () => {
    const [{ gateCalls }, session] = await Promise.all([
      import('./device-locks.ts'),
      shared.session(),
    ]);
    calls ??= gateCalls(device, session);
    return calls;
  };
  const set = (next: GateState | undefined) => {
    if (next?.kind === state?.kind) return;
    state = next;
    for (const changed of listeners) changed();
  };
  return {
    state: {
      current: () => state,
      subscribe: (changed) => {
        listeners.add(changed);
        return () => listeners.delete(changed);
      },
    },
    passed: async (record) => {
      const isConcerned =
        record !== undefined &&
        (record.encrypt === true ||
          record.encrypting === true ||
          isLastingKey(keyIdOf(record.dbName) ?? ''));
      const found = isConcerned ? await (await load()).check(record, opened) : { record };
      set(found.state);
      const passed = found.state === undefined ? found.record : undefined;
      opened = passed?.dbName;
      return passed;
    },
    load,
  };
}
