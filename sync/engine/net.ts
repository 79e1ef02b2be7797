import { type EngineContext, isUnauthenticated, type Step } from './context.ts';
import type { Failure, NetState } from './ports.ts';

export interface Net {
  readonly seen: (step: Step) => Promise<void>;
  /** The store itself may be what is broken: then this cannot be written either. */
  readonly broken: (error: unknown) => Promise<void>;
}

/** What the sync pill is told of the way to the server; written when it changes. */
export function createNet({ ports }: EngineContext): Net {
  let known: NetState | undefined;
  const put = async (next: NetState) => {
    const keys = ['reachable', 'auth', 'outdated', 'fault'] as const;
    if (keys.every((key) => known?.[key] === next[key])) return;
    await ports.store.write([], (tx) => tx.putNet(next));
    known = next;
  };
  return {
    seen: (step: Step) => put(step.kind === 'failed' ? netOf(step.failure) : NET_OK),
    broken: async (error: unknown) => {
      const fault = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      await put({ ...(known ?? NET_OK), fault }).catch(() => undefined);
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
