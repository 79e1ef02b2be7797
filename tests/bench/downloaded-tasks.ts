import type { Peer } from './peer.ts';

/** A task as the server sends it. */
export interface TaskRow {
  readonly id: string;
  readonly scope: string;
  readonly rank: string;
  readonly [field: string]: unknown;
}

/** The task rows of an account's download. */
export async function downloadedTasks(url: string, peer: Peer): Promise<readonly TaskRow[]> {
  const stream = encodeURIComponent(peer.stream);
  const answer = await fetch(
    `${url}/rest/sync/bootstrap?organization_accesskey_id=${peer.orgId}&stream=${stream}`,
    { headers: { authorization: `Bearer ${peer.token}` } },
  );
  const rows: TaskRow[] = [];
  for (const line of (await answer.text()).split('\n')) {
    if (line === '') continue;
    const parsed = JSON.parse(line);
    if (parsed.kind === 'rows' && parsed.table === 'tasks') rows.push(...parsed.rows);
  }
  return rows;
}
