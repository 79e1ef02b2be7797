import type { RawRow } from '../../../model/entities/define-entity.ts';
import { applyToRow } from '../../../model/mutations/apply-row.ts';
import type { PullPage, PushAnswer, PushRequest } from '../../../model/protocol/messages.ts';
import type { Reply, Transport } from '../../../sync/core/ports/transport.ts';
import { ACTOR, cardRow } from './items.ts';

/**
 * The smallest server that follows the protocol, for properties of the client alone: cards of one project, versions,
 * verdicts by key. Tests elsewhere run against the real server.
 */
export interface ModelServer {
  readonly transport: Transport;
  readonly rows: Map<string, RawRow>;
  /** A write of another person. */
  readonly rename: (id: string, name: string) => void;
  readonly remove: (id: string) => void;
  /** Result of the next calls. */
  trouble: 'none' | 'lost-request' | 'lost-reply' | 'no-pull';
  /** Rows per page of a pull. */
  pageRows: number;
  /** Number of times each key was applied. */
  readonly applied: Map<string, number>;
}

export function modelServer(): ModelServer {
  const rows = new Map<string, RawRow>();
  const gone = new Map<string, number>();
  const verdicts = new Map<string, number>();
  const applied = new Map<string, number>();
  let head = 0;
  const network = { ok: false, failure: { kind: 'network' } } as const;

  const answer = <T>(run: () => T): Promise<Reply<T>> => {
    if (server.trouble === 'lost-request') return Promise.resolve(network);
    const value = run();
    return Promise.resolve(server.trouble === 'lost-reply' ? network : { ok: true, value });
  };
  const put = (row: RawRow) => {
    head += 1;
    gone.delete(row.id);
    rows.set(row.id, { ...row, v: head });
  };

  const push = (request: PushRequest): PushAnswer => ({
    epoch: 'e',
    verdicts: request.calls.map((call) => {
      const key = `${request.client_id}:${String(call.seq)}`;
      const known = verdicts.get(key);
      if (known !== undefined) return { seq: call.seq, status: 200, version: known };
      const id = call.path.split('/')[2] ?? '';
      const row = rows.get(id);
      if (row === undefined) return { seq: call.seq, status: 404, code: 'not_found' };
      applied.set(key, (applied.get(key) ?? 0) + 1);
      const args = { id, name: call.body['name'] };
      const next = applyToRow({ table: 'cards', id }, row, {
        name: 'card-rename',
        args,
        actor: ACTOR,
        at: 1,
      });
      put(next ?? row);
      verdicts.set(key, head);
      return { seq: call.seq, status: 200, version: head };
    }),
  });

  const pull = (stream: string, since: number): PullPage => {
    if (stream !== 'org:1') return page([], 0, since, true);
    const puts = [...rows.values()].map((row) => ({
      kind: 'put' as const,
      table: 'cards',
      id: row.id,
      v: row.v,
      row,
    }));
    const dels = [...gone].map(([id, v]) => ({ kind: 'del' as const, table: 'cards', id, v }));
    const all = [...puts, ...dels]
      .filter(({ v }) => v > since)
      .toSorted((left, right) => left.v - right.v);
    const changes = all.slice(0, server.pageRows);
    const whole = changes.length === all.length;
    return page(changes, head, whole ? head : (changes.at(-1)?.v ?? head), whole);
  };

  const server: ModelServer = {
    rows,
    applied,
    trouble: 'none',
    pageRows: 2,
    rename: (id, name) => put({ ...(rows.get(id) ?? cardRow(id, name, 0)), name }),
    remove: (id) => {
      if (!rows.delete(id)) return;
      head += 1;
      gone.set(id, head);
    },
    transport: {
      push: (request) => answer(() => push(request)),
      pull: ({ stream, since }) =>
        server.trouble === 'no-pull' ? Promise.resolve(network) : answer(() => pull(stream, since)),
      scope: () => Promise.resolve(network),
      bootstrap: ({ stream }) =>
        answer(() => {
          const whole = stream === 'org:1' ? [...rows.values()] : [];
          const v = stream === 'org:1' ? head : 0;
          return lines([
            { kind: 'start', epoch: 'e', v, scopes: SCOPES, total: whole.length },
            { kind: 'rows', table: 'cards', rows: whole },
            { kind: 'end' },
          ]);
        }),
      check: () => Promise.resolve(network),
      refresh: () => Promise.resolve(network),
    },
  };
  return server;
}

const SCOPES = ['project:p'];

function page(
  changes: PullPage['changes'],
  head: number,
  next: number,
  complete: boolean,
): PullPage {
  return { epoch: 'e', head, floor: 0, scopes: SCOPES, changes, next, complete };
}

async function* lines<T>(all: readonly T[]): AsyncGenerator<T> {
  for (const line of all) yield line;
}
