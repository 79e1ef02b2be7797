import { type ComponentType, lazy, type LazyExoticComponent } from 'react';
import { loadAgain } from './load-again.ts';

export interface Prefetched<Props> {
  readonly Component: LazyExoticComponent<ComponentType<Props>>;
  /** Loads the module without rendering it; after a failure it is loaded again when the component renders. */
  readonly load: () => Promise<void>;
}

/**
 * Component whose module is loaded when it first renders, or earlier by `load`. A module that cannot be downloaded is
 * requested again: `lazy` keeps its first error for good. A loaded component renders synchronously; `lazy` awaits its promise even then, and React shows a suspended component 300 ms later.
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
    Component: lazy(() => (here === undefined ? loadAgain(fetched) : atOnce(here))),
    load: async () => {
      if (here === undefined) await fetched().catch(() => undefined);
    },
  };
}

/**
 * Loads all of these when the browser is idle, so that the first click on one does not wait; returns a cancel
 * function.
 */
export function loadWhenIdle(parts: readonly { readonly load: () => Promise<void> }[]): () => void {
  const timer = setTimeout(() => {
    for (const { load } of parts) void load();
  }, 2000);
  return () => clearTimeout(timer);
}

/** Promise that calls its callback synchronously within `then`. */
function atOnce<T>(value: T): Promise<T> {
  const verdict = Promise.resolve(value);
  const then = (notify: (known: T) => unknown) => {
    notify(value);
    return verdict;
  };
  // oxlint-disable-next-line unicorn/no-thenable -- still a promise, resolved synchronously
  return Object.assign(verdict, { then });
}
