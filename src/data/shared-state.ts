/** State that outlives the components that show it. */
export interface SharedState<T> {
  readonly current: () => T;
  readonly set: (next: T) => void;
  readonly subscribe: (changed: () => void) => () => void;
  /** True while a component is subscribed. */
  readonly isShown: () => boolean;
}

export function createSharedState<T>(first: T): SharedState<T> {
  const followers = new Set<() => void>();
  let value = first;
  return {
    current: () => value,
    set: (next) => {
      value = next;
      for (const changed of followers) changed();
    },
    subscribe: (changed) => {
      followers.add(changed);
      return () => {
        followers.delete(changed);
      };
    },
    isShown: () => followers.size > 0,
  };
}
