import { vi } from 'vitest';

/** Timeout in milliseconds, generous enough for a busy machine. */
const TIMEOUT_MS = 20_000;

/** Runs the assertions again until they hold. */
export function eventually(assertions: () => void): Promise<void> {
  return vi.waitFor(assertions, { timeout: TIMEOUT_MS });
}
