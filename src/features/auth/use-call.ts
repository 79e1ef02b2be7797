import { useState } from 'react';
import { messageOf } from './message-of.ts';

interface CallState {
  readonly busy: boolean;
  /** Text for the last failure. */
  readonly error: string | undefined;
  /** Sets the failure text; undefined clears it. */
  readonly fail: (message: string | undefined) => void;
  /** Runs one request; resolves to true on success. */
  readonly run: (work: () => Promise<unknown>) => Promise<boolean>;
}

/** State of a form that needs a response of the server. `fallback` is the text for a failure without one. */
export function useCall(fallback: string): CallState {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  return {
    busy,
    error,
    fail: setError,
    run: async (work) => {
      setBusy(true);
      setError(undefined);
      try {
        await work();
        return true;
      } catch (failure) {
        setError(messageOf(failure, fallback));
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}
