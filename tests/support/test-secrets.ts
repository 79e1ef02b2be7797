import { randomBytes } from 'node:crypto';
import { createSecretBox, KEY_BYTES } from '../../server/shared/secret-box.ts';

/** The key of test servers, the same after a restart. */
export const TEST_KEY = new Uint8Array(KEY_BYTES).fill(7);

export const testSecrets = createSecretBox(
  [TEST_KEY],
  (count) => new Uint8Array(randomBytes(count)),
);
