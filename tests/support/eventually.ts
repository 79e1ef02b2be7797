import { vi } from 'vitest';

/** As long as a busy machine may need for what a test waits for. */
const TIMEOUT_MS = 20_000;

/** Runs the assertions again until they hold. */
export function eventually(assertions: () => void): Promise<void> {
  return vi.waitFor(assertions, { timeout: TIMEOUT_MS });
}
