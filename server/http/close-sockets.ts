import type { Services } from './services.ts';

/** Closes the sockets of ended sessions at once. */
export function closeSockets(
  { sessions }: Pick<Services, 'sessions'>,
  ended: readonly string[],
): void {
  for (const id of ended) sessions.ended(id);
}
