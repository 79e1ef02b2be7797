/** Simulates the end of the process after this number of further writes. */
export const writes = { left: Infinity };

for (const method of ['put', 'add', 'delete', 'clear'] as const) {
  const original: unknown = Reflect.get(IDBObjectStore.prototype, method);
  if (typeof original !== 'function') throw new Error(`There is no ${method}`);
  const limited = function (this: unknown, ...args: readonly unknown[]): unknown {
    if (writes.left <= 0) throw new DOMException('Killed', 'AbortError');
    writes.left -= 1;
    return Reflect.apply(original, this, args);
  };
  Reflect.set(IDBObjectStore.prototype, method, limited);
}
