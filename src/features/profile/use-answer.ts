import { useState } from 'react';
import { CairnError } from '../../../model/shared/errors.ts';

interface Asked {
  readonly busy: boolean;
  readonly done: string | undefined;
  readonly error: string | undefined;
  /** Says why it is not even tried. */
  readonly refuse: (message: string) => void;
  /** One try of a call that answers with a sentence; true when it succeeded. */
  readonly ask: (call: () => Promise<string>) => Promise<boolean>;
}

/** The state of a form that only the server can answer. */
export function useAnswer(): Asked {
  const [state, setState] = useState<Pick<Asked, 'busy' | 'done' | 'error'>>(IDLE);
  return {
    ...state,
    refuse: (message) => setState({ ...IDLE, error: message }),
    ask: async (call) => {
      setState({ ...IDLE, busy: true });
      try {
        const done = await call();
        setState({ ...IDLE, done });
        return true;
      } catch (failure) {
        setState({ ...IDLE, error: wordsOf(failure) });
        return false;
      }
    },
  };
}

const IDLE = { busy: false, done: undefined, error: undefined } as const;

/** What happened, and whether it can be tried again. */
export function wordsOf(failure: unknown): string {
  if (!(failure instanceof CairnError)) return 'Something went wrong. Nothing was changed.';
  if (failure.code === 'unavailable') {
    return navigator.onLine
      ? 'The server cannot be reached. Nothing was changed; try again in a moment.'
      : 'You are offline. This needs a connection.';
  }
  return failure.message;
}
