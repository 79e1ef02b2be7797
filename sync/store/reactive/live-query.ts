import { liveQuery } from 'dexie';

/**
 * Runs the query immediately and again after each change of rows that it read. `failed` is called when the database
 * cannot be read; without it the last value stays. Returns the unsubscribe function.
 */
export function followQuery<T>(
  query: () => Promise<T>,
  next: (value: T) => void,
  failed: (error: unknown) => void = () => undefined,
): () => void {
  const subscription = liveQuery(query).subscribe({ next, error: failed });
  return () => subscription.unsubscribe();
}
