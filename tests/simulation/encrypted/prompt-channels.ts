/**
 * BroadcastChannel without the threads of Node's own, whose messages arrive at times that no seed repeats. Returns the
 * function that restores Node's own.
 */
export function installPromptChannels(): () => void {
  const open = new Map<string, Set<EventTarget>>();
  class PromptChannel extends EventTarget {
    readonly name: string;

    constructor(name: string) {
      super();
      this.name = name;
      open.set(name, (open.get(name) ?? new Set()).add(this));
    }

    postMessage(data: unknown): void {
      for (const other of open.get(this.name) ?? []) {
        if (other === this) continue;
        const message = new MessageEvent('message', { data: structuredClone(data) });
        setImmediate(() => {
          if (open.get(this.name)?.has(other) === true) other.dispatchEvent(message);
        });
      }
    }

    close(): void {
      open.get(this.name)?.delete(this);
    }
  }
  const { BroadcastChannel: own } = globalThis;
  Object.defineProperty(globalThis, 'BroadcastChannel', {
    configurable: true,
    writable: true,
    value: PromptChannel,
  });
  return () => {
    globalThis.BroadcastChannel = own;
  };
}
