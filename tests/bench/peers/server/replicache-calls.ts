import * as v from 'valibot';
import type { Rows } from './rows.ts';

const pullSchema = v.object({ clientGroupID: v.string(), cookie: v.nullable(v.number()) });
const pushSchema = v.object({
  clientGroupID: v.string(),
  mutations: v.array(
    v.object({
      id: v.number(),
      clientID: v.string(),
      name: v.literal('rename'),
      args: v.object({ id: v.string(), name: v.string() }),
    }),
  ),
});

interface ClientState {
  readonly group: string;
  readonly last: number;
  readonly version: number;
}

/** Push and pull as Replicache's documentation describes a version for the whole database. */
export function replicacheCalls(rows: Rows) {
  const clients = new Map<string, ClientState>();
  return {
    /** The body of the response. */
    pull: (body: unknown) => {
      const { clientGroupID, cookie } = v.parse(pullSchema, body);
      const since = cookie ?? 0;
      const changes = rows.since(since);
      const puts = changes.rows.map((row) => ({
        op: 'put',
        key: `task/${row.id}`,
        value: { ...row, place: `${row.lane} ${row.rank} ${row.id}` },
      }));
      return {
        cookie: changes.version,
        lastMutationIDChanges: Object.fromEntries(
          [...clients]
            .filter(([, { group, version }]) => group === clientGroupID && version > since)
            .map(([id, { last }]) => [id, last]),
        ),
        patch: cookie === null ? [{ op: 'clear' }, ...puts] : puts,
      };
    },
    /** The number of changes. */
    push: (body: unknown): number => {
      const { clientGroupID, mutations } = v.parse(pushSchema, body);
      let changes = 0;
      for (const { id, clientID, args } of mutations) {
        if (id <= (clients.get(clientID)?.last ?? 0)) continue;
        const row = rows.get(args.id);
        if (row !== undefined) rows.put({ ...row, name: args.name });
        clients.set(clientID, { group: clientGroupID, last: id, version: rows.version() });
        changes += 1;
      }
      return changes;
    },
  };
}
