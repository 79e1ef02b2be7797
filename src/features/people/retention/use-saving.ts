import { useState } from 'react';
import type { Refusal } from '../../../../model/shared/errors.ts';
import type { Message } from '../../../i18n/i18n.ts';

interface Saving {
  readonly isBusy: boolean;
  /** What was saved. */
  readonly done: Message | undefined;
  readonly refusal: string | undefined;
  readonly run: (save: () => Promise<Refusal | undefined>, done: Message) => Promise<void>;
}

const IDLE = { isBusy: false, done: undefined, refusal: undefined } as const;

/** State of a form that saves on this device. */
export function useSaving(): Saving {
  const [state, setState] = useState<Omit<Saving, 'run'>>(IDLE);
  return {
    ...state,
    run: async (save, done) => {
      setState({ ...IDLE, isBusy: true });
      const refusal = await save();
      setState(refusal === undefined ? { ...IDLE, done } : { ...IDLE, refusal: refusal.message });
    },
  };
}
