import { type ComponentType, lazy, type LazyExoticComponent } from 'react';

export interface Prefetched<Props> {
  readonly Component: LazyExoticComponent<ComponentType<Props>>;
  /** Fetches the module without showing anything; where that fails it is tried again when the component is shown. */
  readonly load: () => Promise<void>;
}

/**
 * A component whose module is fetched when it is first shown, or before that by `load`. Once the module is here the
 * component is drawn at once; an ordinary `lazy` waits for its promise even then, and what has waited for a moment React
 * shows 300 ms later.
 */
export function prefetch<Props extends object>(
  fetchComponent: () => Promise<ComponentType<Props>>,
): Prefetched<Props> {
  let here: { readonly default: ComponentType<Props> } | undefined;
  const fetched = async () => {
    here = { default: await fetchComponent() };
    return here;
  };
  return {
    Component: lazy(() => (here === undefined ? fetched() : atOnce(here))),
    load: async () => {
      if (here === undefined) await fetched().catch(() => undefined);
    },
  };
}

/**
 * Fetches all of these a moment later, while nothing else happens, so that the first click on one waits for nothing;
 * returns how to call that off.
 */
export function loadWhenIdle(parts: readonly { readonly load: () => Promise<void> }[]): () => void {
  const timer = setTimeout(() => {
    for (const { load } of parts) void load();
  }, 2000);
  return () => clearTimeout(timer);
}

/** A promise that tells its value within the call of `then`. */
function atOnce<T>(value: T): Promise<T> {
  const verdict = Promise.resolve(value);
  const then = (notify: (known: T) => unknown) => {
    notify(value);
    return verdict;
  };
  // oxlint-disable-next-line unicorn/no-thenable -- it is a promise still, told at once instead of a moment later
  return Object.assign(verdict, { then });
}
