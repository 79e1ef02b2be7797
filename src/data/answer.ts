import { useState } from 'react';
import { failureMessage } from './failure-messages.ts';
import { i18n, translated } from '../i18n/i18n.ts';

interface Asked {
  readonly busy: boolean;
  readonly done: string | undefined;
  readonly error: string | undefined;
  /** Runs a request that responds with a sentence; resolves to true on success. */
  readonly ask: (call: () => Promise<string>) => Promise<boolean>;
}

/** State of a form that needs a response of the server. */
export function useAnswer(): Asked {
  const [state, setState] = useState<Pick<Asked, 'busy' | 'done' | 'error'>>(IDLE);
  return {
    ...state,
    ask: async (call) => {
      setState({ ...IDLE, busy: true });
      try {
        const done = translated(await call());
        setState({ ...IDLE, done });
        return true;
      } catch (failure) {
        setState({ ...IDLE, error: textOf(failure) });
        return false;
      }
    },
  };
}

const IDLE = { busy: false, done: undefined, error: undefined } as const;

/** Reason of a failure, and whether the change may have been made nevertheless. */
function textOf(failure: unknown): string {
  const text = failureMessage(failure, {
    fault: i18n.t(
      'Something went wrong in Cairn. Reload the page and check whether the change was made; if it happens again, tell your administrator.',
    ),
    silence: i18n.t(
      'The server did not answer, so it is not known whether this was done. Try again in a moment.',
    ),
  });
  return translated(text);
}

/** Reason why data could not be read. */
export function notReadMessage(failure: unknown): string {
  const text = failureMessage(failure, {
    fault: i18n.t('Something went wrong in Cairn. Reload the page.'),
    silence: i18n.t('The server cannot be reached. Try again in a moment.'),
  });
  return translated(text);
}
