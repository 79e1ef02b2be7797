/** Keys of calls that may have to be sent again. They live as long as the page, and nowhere but in memory. */
export interface RetryKeys {
  /** The same for a call until it is done. */
  readonly of: (call: string) => string;
  readonly done: (call: string) => void;
}

/** The server binds a key to what the call is about, so one for each kind of call is enough. */
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
