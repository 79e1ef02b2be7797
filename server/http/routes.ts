import type { Route } from './pipeline.ts';

/** Every call of the specification but the mutations, which register themselves (mutation-routes.ts). */
export const RESOURCE_ROUTES: readonly Route[] = [];
