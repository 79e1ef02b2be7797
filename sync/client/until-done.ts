/**
 * Repeats an attempt until it succeeds or is not wanted any more; `wait` is the pause between two attempts in
 * milliseconds.
 */
export async function untilDone(
  attempt: () => Promise<void>,
  { isWanted, wait }: { readonly isWanted: () => boolean; readonly wait: number },
): Promise<void> {
  while (isWanted()) {
    try {
      await attempt();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}
