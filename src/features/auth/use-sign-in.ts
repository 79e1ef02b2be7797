import { useEffect, useState } from 'react';
import { CairnError } from '../../../model/shared/errors.ts';
import { factorMethods, loginFailure } from '../../data/session-failures.ts';

/** Duration of a failure message (sessions spec, 2). Milliseconds. */
const ERROR_DURATION = 3000;

interface SignIn {
  readonly busy: boolean;
  /** Text for the last failure. */
  readonly error: string | undefined;
  /** Ways of the second step, once the account has asked for it. */
  readonly methods: readonly unknown[] | undefined;
  /** Runs an attempt to sign in, which stays busy after success: the page is left. */
  readonly attempt: (signIn: () => Promise<void>) => Promise<void>;
  /** Returns from the second step to the first. */
  readonly back: () => void;
}

/** State of the sign-in form. `lasting`: a failure stays until the next attempt. */
export function useSignIn({ lasting = false } = {}): SignIn {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [isOut, setIsOut] = useState(false);
  const [methods, setMethods] = useState<readonly unknown[]>();
  useEffect(() => {
    if (error === undefined || isOut || lasting) return undefined;
    const timer = setTimeout(() => setError(undefined), ERROR_DURATION);
    return () => clearTimeout(timer);
  }, [error, isOut, lasting]);
  return {
    busy,
    error,
    methods,
    back: () => setMethods(undefined),
    attempt: async (signIn) => {
      setBusy(true);
      setError(undefined);
      try {
        await signIn();
      } catch (failure) {
        const asked = factorMethods(failure);
        if (asked === undefined) setError(loginFailure(failure));
        else setMethods(asked);
        // The password was right: the message about the ended access remains.
        setIsOut(failure instanceof CairnError && failure.code === 'forbidden');
        setBusy(false);
      }
    },
  };
}
