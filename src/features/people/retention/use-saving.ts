import { useState } from 'react';
import type { Refusal } from '../../../../model/shared/errors.ts';

interface Saving {
  readonly isBusy: boolean;
  readonly isDone: boolean;
  readonly refusal: string | undefined;
  readonly run: (save: () => Promise<Refusal | undefined>) => Promise<void>;
}

const IDLE = { isBusy: false, isDone: false, refusal: undefined } as const;

/** State of a form that saves on this device. */
export function useSaving(): Saving {
  const [state, setState] = useState<Omit<Saving, 'run'>>(IDLE);
  return {
    ...state,
    run: async (save) => {
      setState({ ...IDLE, isBusy: true });
      const refusal = await save();
      setState({ ...IDLE, isDone: refusal === undefined, refusal: refusal?.message });
    },
  };
}
