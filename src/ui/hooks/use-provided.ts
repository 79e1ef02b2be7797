import { type Context, useContext } from 'react';

/** Value of a context whose provider encloses every screen; throws outside of it. */
export function useProvided<T>(context: Context<T | undefined>): T {
  const value = useContext(context);
  if (value === undefined) throw new Error('No provider');
  return value;
}
