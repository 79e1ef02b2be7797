import { orgStream } from '../../model/entities/scopes.ts';
import { numberOf, textOf } from '../store/sql.ts';
import type { StreamPlace } from '../store/stream-place.ts';
import type { Writer } from './writer-types.ts';

/**
 * Gives a stream a new epoch: devices that knew the old one send again what this database does not have, and download
 * the stream again (EPOCH-1). For a database that was restored from a backup.
 */
export async function newEpoch(
  writer: Writer,
  { orgId, stream }: StreamPlace,
  random: (count: number) => Uint8Array,
): Promise<string> {
  const epoch = Buffer.from(random(8)).toString('hex');
  await writer.session([orgStream(orgId), stream], async ({ sql }) => {
    await sql.run('update streams set epoch = ? where org_id = ? and stream = ?', [
      epoch,
      orgId,
      stream,
    ]);
  });
  return epoch;
}

/** Deletes tombstones up to a version; devices that have not pulled since download the stream again (PULL-4). */
export async function pruneTombstones(
  writer: Writer,
  { orgId, stream }: StreamPlace,
  upTo: number,
): Promise<void> {
  await writer.session([orgStream(orgId), stream], async (session) => {
    const state = session.stream(stream);
    if (state === undefined || upTo <= state.floor) return;
    const floor = Math.min(upTo, state.head);
    await session.sql.run(
      `delete from changes where org_id = ? and stream = ? and kind <> 'put' and v <= ?`,
      [orgId, stream, floor],
    );
    await session.sql.run('update streams set floor = ? where org_id = ? and stream = ?', [
      floor,
      orgId,
      stream,
    ]);
  });
}

/** Deletes the digests of calls that were acknowledged before an instant (milliseconds). */
export async function pruneSettledKeys(writer: Writer, instant: number): Promise<void> {
  await writer.session([], async ({ sql }) => {
    await sql.run('delete from settled_keys where at < ?', [instant]);
  });
}

/** Deletes the tombstones of writes before an instant (milliseconds). */
export async function pruneBefore(writer: Writer, instant: number): Promise<void> {
  const due = await writer.session([], async ({ sql }) =>
    sql.all(
      `select c.org_id as org_id, c.stream as stream, max(c.v) as v from changes c
       where c.kind <> 'put' and exists (
         select 1 from activity a where a.org_id = c.org_id and a.stream = c.stream and a.tbl = c.tbl
           and a.row_id = c.id and a.v = c.v and a.at < ?)
       group by c.org_id, c.stream`,
      [instant],
    ),
  );
  for (const row of due) {
    const place = { orgId: textOf(row, 'org_id'), stream: textOf(row, 'stream') };
    await pruneTombstones(writer, place, numberOf(row, 'v'));
  }
}
