/** Idempotency keys of calls that may be sent again. They live in memory, as long as the page. */
export interface RetryKeys {
  /** Returns the same key for a call until the call is done. */
  readonly of: (call: string) => string;
  readonly done: (call: string) => void;
}

/** The server binds a key to the content of the call, so one key per kind of call is enough. */
export function retryKeys(): RetryKeys {
  const waiting = new Map<string, string>();
  return {
    of: (call) => {
      const key = waiting.get(call) ?? newKey();
      waiting.set(call, key);
      return key;
    },
    done: (call) => {
      waiting.delete(call);
    },
  };
}

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
