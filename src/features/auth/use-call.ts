import { useState } from 'react';
import { messageOf } from './message-of.ts';

interface CallState {
  readonly busy: boolean;
  /** Words for the failure of the last try. */
  readonly error: string | undefined;
  /** Undefined takes back what was said of the try before. */
  readonly fail: (message: string | undefined) => void;
  /** One try; true when it succeeded. */
  readonly run: (work: () => Promise<unknown>) => Promise<boolean>;
}

/** The state of a form whose answer comes from the server. `fallback` are the words for a failure without any. */
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
