import { type EngineContext, isUnauthenticated, type Step } from './context.ts';
import type { NetState } from '../core/ports/streams.ts';
import type { Failure } from '../core/ports/transport.ts';

export interface Net {
  readonly seen: (step: Step) => Promise<void>;
  /** Records an error of a pass; nothing is stored when the store itself is broken. */
  readonly broken: (error: unknown) => Promise<void>;
}

/**
 * Stores the state of the connection for the sync pill when it differs from the stored one. The engine of each tab and
 * of the service worker writes it, so the stored state is compared and not the one that this engine wrote last.
 */
export function createNet({ ports: { store } }: EngineContext): Net {
  const stored = () => store.read([], (tx) => tx.net());
  const put = async (known: NetState, next: NetState) => {
    const keys = ['reachable', 'later', 'auth', 'outdated', 'fault'] as const;
    if (keys.every((key) => known[key] === next[key])) return;
    await store.write({ tables: [], durability: 'on-disk' }, (tx) => tx.putNet(next));
  };
  return {
    seen: async (step: Step) =>
      put(await stored(), step.kind === 'failed' ? netOf(step.failure) : NET_OK),
    broken: async (error: unknown) => {
      const fault = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      try {
        const known = await stored();
        await put(known, { ...known, fault });
      } catch {
        // The store itself is broken: the state cannot be stored.
      }
    },
  };
}

const NET_OK: NetState = {
  reachable: true,
  later: null,
  auth: 'ok',
  outdated: false,
  fault: null,
};

function netOf(failure: Failure): NetState {
  if (failure.kind === 'later') return { ...NET_OK, later: failure.reason };
  if (failure.kind === 'network') return { ...NET_OK, reachable: false };
  return {
    ...NET_OK,
    reachable: failure.status < 500,
    auth: isUnauthenticated(failure) ? 'needed' : 'ok',
    outdated: failure.code === 'schema_too_old',
  };
}
