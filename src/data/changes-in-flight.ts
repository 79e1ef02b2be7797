const inFlight = new Set<Promise<unknown>>();

/** Runs a change somebody asked for; until it is committed or refused on this device, `changesSettled` waits for it. */
export async function whileChanging<T>(change: () => Promise<T>): Promise<T> {
  const running = change();
  inFlight.add(running);
  try {
    return await running;
  } finally {
    inFlight.delete(running);
  }
}

/**
 * Resolves when every change asked for so far, and what its caller did with the outcome, is through; undefined when
 * there is none. An Undo pressed right after a change is shown means that change, not the one before it.
 */
export function changesSettled(): Promise<void> | undefined {
  if (inFlight.size === 0) return undefined;
  return Promise.allSettled(inFlight).then(
    // The callers go on in microtasks; a task later they have offered their way back.
    () => new Promise((resolve) => setTimeout(resolve, 0)),
  );
}
