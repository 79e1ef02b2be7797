import { useCallback, useState } from 'react';
import type { ValueStore } from './use-form.ts';

/** Values of a form that are not stored as a draft, e.g. of one with a password. */
export function useValues<T>(initial: T): ValueStore<T> {
  const [values, setValues] = useState(initial);
  return {
    values,
    isDirty: values !== initial,
    set: useCallback((change: Partial<T>) => setValues((before) => ({ ...before, ...change })), []),
    clear: () => setValues(initial),
  };
}
