import { orgStream } from '../../../model/entities/scopes.ts';
import type { StreamState } from '../../core/ports/streams.ts';
import type { AccountDb } from '../database.ts';

/** How far this device has come in the organisation's stream, as it reports it to the server (RECEIPT-1). */
export interface ReceivedHere {
  readonly epoch: string;
  readonly cursor: number;
  /** Time at which the server wrote the version `cursor` (PULL-4.3), which tells two histories of an epoch apart. */
  readonly cursor_at: number | null;
  /** True: of some projects only the outline is here (OUT-1). */
  readonly outlined: boolean;
  /** True: of some of these not even the tasks are here (OUT-6). Missing: of none, as for a server of an older build. */
  readonly summarized?: true;
  /** Details up to this version are not here where their task is cold (OUT-7). Missing: of none. */
  readonly hot_since?: number;
}

export async function receivedHere(
  db: AccountDb,
  orgId: string,
): Promise<ReceivedHere | undefined> {
  return receivedOf(await db.streams.get(orgStream(orgId)));
}

/**
 * Undefined while the device lacks rows at or below its cursor that its person may read: during a download, while a
 * scope or wanted details are filled, and until the stream is complete at the cursor (RECEIPT-1.2).
 */
export function receivedOf(state: StreamState | undefined): ReceivedHere | undefined {
  if (state === undefined || state.epoch === null || state.suspect) return undefined;
  const { epoch, cursor, complete, download, scopes, wanted = [] } = state;
  const { outlined = [], summarized = [], hot } = state;
  if (download !== undefined || wanted.length > 0) return undefined;
  if (complete !== cursor) return undefined;
  if (Object.values(scopes).some(({ kind }) => kind !== 'complete')) return undefined;
  return {
    epoch,
    cursor,
    cursor_at: state.cursorAt ?? null,
    outlined: outlined.length > 0,
    ...(summarized.length > 0 && { summarized: true }),
    ...(hot !== undefined && { hot_since: Math.max(0, ...Object.values(hot)) }),
  };
}
