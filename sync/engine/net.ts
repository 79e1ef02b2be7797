import { type EngineContext, isUnauthenticated, type Step } from './context.ts';
import type { Failure, NetState } from './ports.ts';

export interface Net {
  readonly seen: (step: Step) => Promise<void>;
  /** The store itself may be what is broken: then this cannot be written either. */
  readonly broken: (error: unknown) => Promise<void>;
}

/**
 * What the sync pill is told of the way to the server; written when it differs from what the store says. The engine of
 * every tab and of the service worker writes it, so what this one wrote last says nothing.
 */
export function createNet({ ports: { store } }: EngineContext): Net {
  const stored = () => store.read([], (tx) => tx.net());
  const put = async (known: NetState, next: NetState) => {
    const keys = ['reachable', 'auth', 'outdated', 'fault'] as const;
    if (keys.every((key) => known[key] === next[key])) return;
    await store.write([], (tx) => tx.putNet(next));
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
        // The store itself is what is broken: there is nowhere to write it.
      }
    },
  };
}

const NET_OK: NetState = { reachable: true, auth: 'ok', outdated: false, fault: null };

function netOf(failure: Failure): NetState {
  if (failure.kind === 'network') return { ...NET_OK, reachable: false };
  return {
    reachable: failure.status < 500,
    auth: isUnauthenticated(failure) ? 'needed' : 'ok',
    outdated: failure.code === 'schema_too_old',
    fault: null,
  };
}
