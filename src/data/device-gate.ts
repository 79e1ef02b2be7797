import { useState } from 'react';
import { CairnError } from '../../model/shared/errors.ts';
import type { GateCalls, GateState, InTheWay } from '../../sync/client/index.ts';
import { i18n, translated } from '../i18n/i18n.ts';
import { useAccount, useClient } from './client.tsx';
import { itself, useObserved } from './observed.ts';

export type { GateState, InTheWay };

/** Step that the start needs before the account is opened (decision 0099); undefined: none. */
export function useGate(): GateState | undefined {
  return useObserved(useClient().gate.state, itself);
}

/** True where the organisation asks for encryption and what this device stores is plain. */
export function useAsksToEncrypt(): boolean {
  const { encrypt, sealedNames } = useAccount()?.record ?? {};
  return encrypt === true && sealedNames === undefined;
}

interface GateRun {
  readonly busy: boolean;
  /** Text of the last failure. */
  readonly error: string | undefined;
  /** Runs a call, which resolves to the reason of a failure. */
  readonly run: (call: (calls: GateCalls) => Promise<string | undefined>) => Promise<void>;
}

/** Runs calls of the page about the passphrase; stays busy after success, because the page is left. */
export function useGateCalls(): GateRun {
  const { gate } = useClient();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  return {
    busy,
    error,
    run: async (call) => {
      setBusy(true);
      setError(undefined);
      try {
        const refused = await call(await gate.load());
        setError(refused);
        if (refused !== undefined) setBusy(false);
      } catch (failure) {
        setBusy(false);
        if (!(failure instanceof CairnError)) reportError(failure);
        setError(
          failure instanceof CairnError
            ? translated(failure.message)
            : i18n.t('Something went wrong in Cairn, and nothing was changed. Try again.'),
        );
      }
    },
  };
}
