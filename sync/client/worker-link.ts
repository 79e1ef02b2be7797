import { type Remote, wrap } from 'comlink';
import { CairnError } from '../../model/shared/errors.ts';
import type { Outcome, Piece, ReplicaReport, WindowPart, WorkerApi } from '../worker/types.ts';

/** The tab's side of its worker. Pokes are fire and forget: what they are about is already on the disk. */
export interface WorkerLink {
  readonly api: Remote<WorkerApi>;
  readonly wake: () => void;
  /** WIN-2, WIN-5. */
  readonly loadHistory: (conversation: string, part?: WindowPart) => Promise<Piece>;
  readonly checkReplica: () => Promise<ReplicaReport>;
}

export function startWorker(): WorkerLink {
  const worker = new Worker(new URL('../worker/main.ts', import.meta.url), {
    type: 'module',
    name: 'cairn-sync',
  });
  const api = wrap<WorkerApi>(worker);
  return {
    api,
    wake: () => void api.wake(),
    loadHistory: async (conversation, part) => unwrap(await api.loadHistory(conversation, part)),
    checkReplica: async () => unwrap(await api.checkReplica()),
  };
}

/** The value, or the refusal as the one error type. */
export function unwrap<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new CairnError(outcome.refusal);
}
