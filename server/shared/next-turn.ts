/**
 * Resolves after the requests and timers that wait have had their turn. By the global function, which the simulation
 * replaces by one of its own event loop.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
