/**
 * Evaluates the condition every `everyMs` until it is true; throws with `what` after `withinMs`
 * milliseconds.
 */
export async function waitUntil(
  what: string,
  ask: () => Promise<boolean> | boolean,
  options: { readonly withinMs: number; readonly everyMs?: number },
): Promise<void> {
  const end = Date.now() + options.withinMs;
  for (;;) {
    if (await ask()) return;
    if (Date.now() > end) throw new Error(`${what}: not within ${String(options.withinMs)} ms`);
    await new Promise((resolve) => setTimeout(resolve, options.everyMs ?? 25));
  }
}
