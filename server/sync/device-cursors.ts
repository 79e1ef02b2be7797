import { orgStream } from '../../model/entities/scopes.ts';
import { type Actor, isAdministrative } from '../../model/permissions/actor.ts';
import type { Writer } from '../writer/writer-types.ts';
import type { Database } from '../store/database.ts';
import { numberOf, type Sql, type SqlRow, textOf } from '../store/sql.ts';
import { readStream, writtenAt } from './pull.ts';
import { readSeen } from './read-seen.ts';
import { readReceiptSettings } from './receipt-settings.ts';

/** A version in the organisation's stream as a device knows it. */
export interface DeviceCursor {
  readonly epoch: string;
  readonly cursor: number;
  /** Time at which the version `cursor` was written, as a page reported it; null: unknown to the device. */
  readonly cursor_at: number | null;
}

/** What a device reports: every row up to `cursor` that its person may read is on it (RECEIPT-1). */
interface CursorReport extends DeviceCursor {
  readonly actor: Actor;
  readonly sessionId: string;
  readonly outlined: boolean;
  readonly summarized: boolean;
  /** Details up to this version are missing where their task is cold (OUT-7); 0: none are. */
  readonly hot_since: number;
  /** Milliseconds. */
  readonly at: number;
}

/** Time within which a second report of a device writes nothing, in milliseconds. */
export const REPORT_PAUSE = 5_000;

/**
 * Stores the cursor of a device and returns the stored one, which is lower than the reported one when the last report
 * was too recent. Writes nothing when nothing has changed. A cursor of another epoch, above the head, or of another
 * write than this server's says nothing about its rows (PULL-4): 0 is returned and nothing stored.
 */
export async function noteCursor(
  { database, writer }: { readonly database: Database; readonly writer: Writer },
  report: CursorReport,
): Promise<number> {
  const { actor, sessionId, epoch, cursor, at } = report;
  const outlined = report.outlined ? 1 : 0;
  const summarized = report.summarized ? 1 : 0;
  const hotSince = report.hot_since;
  const known = await database.snapshot(async (sql) => {
    if (!(await isOwnHistory(sql, actor.orgId, report))) return 'foreign';
    if (!(await readReceiptSettings(sql, actor)).work) return 'off';
    const [row] = await sql.all(
      `select cursor, reported_at, epoch, outlined, summarized, hot_since from device_cursors where org_id = ? and session_id = ?`,
      [actor.orgId, sessionId],
    );
    return row;
  });
  if (known === 'foreign') return 0;
  // Nothing is left to report, so that the device does not repeat it.
  if (known === 'off') return cursor;
  if (known !== undefined && textOf(known, 'epoch') === epoch) {
    const stored = numberOf(known, 'cursor');
    const isSame =
      numberOf(known, 'outlined') === outlined &&
      numberOf(known, 'summarized') === summarized &&
      numberOf(known, 'hot_since') === hotSince;
    if (stored === cursor && isSame) return stored;
    // A device that has lost rows, as a restored profile has, is believed at once.
    const isLess = cursor < stored || !isSame;
    if (!isLess && at - numberOf(known, 'reported_at') < REPORT_PAUSE) return stored;
  }
  const parts = { outlined, summarized, hot_since: hotSince };
  const row = { epoch, cursor, ...parts, reported_at: at, person: actor.orgUserId };
  await writer.write([], async (tx) => {
    if (!(await readReceiptSettings(await tx.sql(), actor)).work) return;
    const db = await tx.db();
    await db
      .insertInto('device_cursors')
      .values({ org_id: actor.orgId, session_id: sessionId, ...row })
      .onConflict((conflict) => conflict.columns(['org_id', 'session_id']).doUpdateSet(row))
      .execute();
  });
  return cursor;
}

/** False for a cursor of another epoch, above the head, or of another write than this server's (PULL-4). */
export async function isOwnHistory(
  sql: Sql,
  orgId: string,
  { epoch, cursor, cursor_at: cursorAt }: DeviceCursor,
): Promise<boolean> {
  const stream = await readStream(sql, { orgId, stream: orgStream(orgId) });
  if (stream === undefined || stream.epoch !== epoch || cursor > stream.head) return false;
  const written = cursorAt === null ? undefined : await writtenAt(sql, stream, cursor);
  return written === undefined || written === cursorAt;
}

/** How far the devices of a person have come in a project; 0: no device is known to have anything of it. */
export interface Received {
  readonly organization_user: string;
  /** A device of theirs has the project's rows up to this version, apart from details. */
  readonly received: number;
  /** The same of details: comments, subtasks and files (OUT-1). */
  readonly received_details: number;
  /** Details up to this version are not known to be there (OUT-7). */
  readonly received_details_since: number;
  /** Last report of a device that counts here, in milliseconds; null: there is none. */
  readonly reported_at: number | null;
  /** The person has seen the task's rows up to this version (RECEIPT-4); 0: nothing is known. */
  readonly seen: number;
}

/** A task whose receipts are read; with `people` those of these people alone. */
interface ReceivedTask {
  readonly id: string;
  readonly project: string;
  readonly people?: readonly string[];
}

/**
 * RECEIPT-2: the others who may read each task, how far their devices have come in its project, and what of the task
 * they have seen, by task. The caller has checked that the actor may read the tasks. Only devices whose session lives
 * count: the data of the others may be gone. Empty when the organisation has switched receipts off.
 */
export async function readReceived(
  sql: Sql,
  { orgId, orgUserId }: Pick<Actor, 'orgId' | 'orgUserId'>,
  { tasks, at }: { readonly tasks: readonly ReceivedTask[]; readonly at: number },
): Promise<ReadonlyMap<string, readonly Received[]>> {
  const settings = await readReceiptSettings(sql, { orgId, orgUserId });
  if (!settings.work || tasks.length === 0) return new Map();
  const epoch = (await readStream(sql, { orgId, stream: orgStream(orgId) }))?.epoch ?? '';
  const devices = await sql.all(DEVICES, [orgId, epoch, at]);
  const byPerson = Map.groupBy(devices, (device) => textOf(device, 'person'));
  const seen = settings.seen
    ? await readSeen(sql, { orgId, tasks: tasks.map(({ id }) => id), epoch })
    : undefined;
  const inProject = new Map<string, readonly Omit<Received, 'seen'>[]>();
  for (const project of new Set(tasks.map((task) => task.project))) {
    const people = await sql.all(READERS, [project, orgId, orgUserId]);
    inProject.set(
      project,
      people
        .filter(mayReadProject)
        .map((person) => receivedBy(person, byPerson.get(textOf(person, 'id')) ?? [])),
    );
  }
  return new Map(
    tasks.map(({ id, project, people }) => [
      id,
      (inProject.get(project) ?? [])
        .filter((one) => people?.includes(one.organization_user) !== false)
        .map((one) => ({ ...one, seen: seen?.get(id)?.get(one.organization_user) ?? 0 })),
    ]),
  );
}

const READERS = `select ou.id, l.name as level, tm.v as joined_v, ou.v as person_v, r.v as role_v, l.v as level_v
   from org_users ou
   join roles r on r.org_id = ou.org_id and r.id = ou.user_role
   join role_levels l on l.org_id = ou.org_id and l.id = r.level
   left join team_members tm on tm.org_id = ou.org_id and tm.project = ? and tm.organization_user = ou.id
   where ou.org_id = ? and ou.active = 1 and ou.joined = 1 and l.get_access = 1 and ou.id <> ?
   order by ou.id`;

const DEVICES = `select d.person, d.cursor, d.outlined, d.summarized, d.hot_since, d.reported_at
   from device_cursors d join sessions s on s.id = d.session_id
   where d.org_id = ? and d.epoch = ? and s.expires_at > ?`;

function mayReadProject(person: SqlRow): boolean {
  return isMember(person) || isAdministrative({ level: textOf(person, 'level') });
}

function isMember(person: SqlRow): boolean {
  return person['joined_v'] !== null;
}

/**
 * A cursor below the version with which the person came to read the project proves nothing: the device reports above
 * that only when it has the project's rows (RECEIPT-1.2). A role that changes may have given the right, too.
 */
function receivedBy(person: SqlRow, devices: readonly SqlRow[]): Omit<Received, 'seen'> {
  const since = Math.max(
    isAdministrative({ level: textOf(person, 'level') }) ? 0 : numberOf(person, 'joined_v'),
    numberOf(person, 'person_v'),
    numberOf(person, 'role_v'),
    numberOf(person, 'level_v'),
  );
  const counting = devices.filter((device) => numberOf(device, 'cursor') >= since);
  // The tasks and details of a person's own projects are always on their devices (OUT-2.2, OUT-6.1).
  const without = (part: 'outlined' | 'summarized') =>
    counting.filter((device) => numberOf(device, part) === 0 || isMemberSince(person, device));
  const withDetails = without('outlined');
  const reports = counting.map((device) => numberOf(device, 'reported_at'));
  return {
    organization_user: textOf(person, 'id'),
    received: furthest(without('summarized')),
    received_details: furthest(withDetails),
    received_details_since: sinceOf(withDetails),
    reported_at: reports.length === 0 ? null : Math.max(...reports),
  };
}

/** Of the devices that have come furthest, the one that has most. */
function sinceOf(devices: readonly SqlRow[]): number {
  const most = furthest(devices);
  const first = devices.filter((device) => numberOf(device, 'cursor') === most);
  return first.length === 0 ? 0 : Math.min(...first.map((device) => numberOf(device, 'hot_since')));
}

function isMemberSince(person: SqlRow, device: SqlRow): boolean {
  return isMember(person) && numberOf(device, 'cursor') >= numberOf(person, 'joined_v');
}

function furthest(devices: readonly SqlRow[]): number {
  return Math.max(0, ...devices.map((device) => numberOf(device, 'cursor')));
}
