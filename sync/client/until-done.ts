/** Tries again until it has been done, or until nobody wants it any more; `wait` milliseconds lie between two tries. */
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
