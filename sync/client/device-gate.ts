import type { AccountRecord } from '../store/device-db.ts';
import type { Observed } from '../store/reactive/observed.ts';
import type { GateCalls, GateState } from './device-locks.ts';
import type { SharedComputer } from './shared-computer.ts';

/** Passphrase of an encrypted device (decision 0099). The code is loaded only where an organisation asks for one. */
export interface DeviceGate {
  readonly state: Observed<GateState>;
  /** The account, unless the person has to enter or choose a passphrase first. */
  readonly passed: (record: AccountRecord | undefined) => Promise<AccountRecord | undefined>;
  readonly load: () => Promise<GateCalls>;
}

export function deviceGate(shared: SharedComputer): DeviceGate {
  const listeners = new Set<() => void>();
  let state: GateState | undefined;
  /** Store that this page has opened, so that nobody is interrupted to choose a passphrase. */
  let opened: string | undefined;
  let calls: GateCalls | undefined;
  const load = async () => (calls ??= (await shared.session()).gate());
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
        record?.encrypt === true ||
        record?.encrypting === true ||
        record?.sealedNames !== undefined;
      const found = isConcerned ? await (await load()).check(record, opened) : { record };
      set(found.state);
      const passed = found.state === undefined ? found.record : undefined;
      opened = passed?.dbName;
      return passed;
    },
    load,
  };
}
