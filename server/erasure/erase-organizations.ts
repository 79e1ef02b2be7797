import { organizations } from '../../model/entities/organization.ts';
import { orgStream } from '../../model/entities/scopes.ts';
import { isoSeconds } from '../../model/shared/dates.ts';
import { accountOf } from '../auth/accounts.ts';
import { noteEnded } from '../auth/ended-sessions.ts';
import { endSession } from '../auth/sessions.ts';
import { noteErasedOrganization } from '../auth/erased-memberships.ts';
import type { SecurityLog } from '../security/log.ts';
import type { Database } from '../store/database.ts';
import { numberOf, textOf } from '../store/sql.ts';
import type { Writer, WriteTx } from '../writer/writer-types.ts';
import { eraseAccount } from './erase-account.ts';
import {
  deleteSome,
  deleteSomeWithBytes,
  type OrganizationRows,
  OUTLETS,
  ROWS,
  WITH_BYTES,
} from './organization-rows.ts';

/** Rows that one transaction deletes; other writes wait for it. */
const AT_ONCE = 500;
/** People of one transaction: each may have an account with rows in many tables. */
const PEOPLE_AT_ONCE = 20;

export interface EraseOrganizationDeps {
  readonly database: Pick<Database, 'snapshot'>;
  readonly writer: Writer;
  readonly security: SecurityLog;
  /** Milliseconds. */
  readonly now: number;
}

/** What an erasure removed, as the operator's log names it. */
export interface ErasedOrganization {
  readonly organization: number;
  /** Rows that this run removed: one that continues another counts its own part. */
  readonly rows: number;
}

/**
 * Erases the organisations whose time has come (decision 0100). The first write removes the row of the organisation,
 * which ends every right in it at once and cannot be cancelled any more, and notes in `erasures` that all else is to
 * go. Transactions of bounded size follow: ways in and out, people with the accounts that belong to nobody else, files,
 * rows, histories. An interrupted run is continued by the next one.
 */
export async function eraseOrganizations(
  deps: EraseOrganizationDeps,
): Promise<readonly ErasedOrganization[]> {
  const due = await deps.database.snapshot((sql) =>
    sql.all('select id from organizations where erase_at <= ? order by id', [isoSeconds(deps.now)]),
  );
  for (const row of due) await begin(deps, textOf(row, 'id'));
  const begun = await deps.database.snapshot((sql) =>
    sql.all("select org_id from erasures where kind = 'organization' order by org_id"),
  );
  const erased: ErasedOrganization[] = [];
  for (const row of begun) erased.push(await eraseRest(deps, textOf(row, 'org_id')));
  return erased;
}

async function begin({ writer, now }: EraseOrganizationDeps, orgId: string): Promise<void> {
  await writer.write([orgStream(orgId)], async (tx) => {
    // Read again behind the lock: it may have been cancelled.
    const row = await tx.get(organizations, { orgId }, orgId);
    if (typeof row?.erase_at !== 'string' || Date.parse(row.erase_at) > now) return;
    const sql = await tx.sql();
    await sql.run(
      `insert into erasures (org_id, kind, id, up_to) values (?, 'organization', ?, 0) on conflict do nothing`,
      [orgId, orgId],
    );
    await noteErasedOrganization(sql, orgId, now);
    await tx.remove(organizations, { orgId }, orgId);
  });
}

async function eraseRest(deps: EraseOrganizationDeps, orgId: string): Promise<ErasedOrganization> {
  let rows = 0;
  // A job that began before the first write may still have added a row: a pass that finds none is the last one.
  for (let found = -1; found !== 0; rows += found) {
    found = await onePass(deps, orgId);
  }
  const organization = Number(orgId);
  await deps.writer.separate(async (tx) => {
    const sql = await tx.sql();
    await sql.run("delete from erasures where org_id = ? and kind = 'organization'", [orgId]);
    await deps.security.add(await tx.db(), {
      kind: 'organization_erased',
      orgId: '',
      details: { organization, rows },
    });
  });
  return { organization, rows };
}

async function onePass(deps: EraseOrganizationDeps, orgId: string): Promise<number> {
  let found = 0;
  for (const table of OUTLETS) found += await deleteAll(deps, table, orgId);
  found += await erasePeople(deps, orgId);
  for (const table of WITH_BYTES) {
    found += await inParts(deps, async (tx) =>
      deleteSomeWithBytes(await tx.sql(), table, { orgId, limit: AT_ONCE, at: deps.now }),
    );
  }
  for (const table of ROWS) found += await deleteAll(deps, table, orgId);
  return found;
}

function deleteAll(
  deps: EraseOrganizationDeps,
  table: OrganizationRows,
  orgId: string,
): Promise<number> {
  return inParts(deps, async (tx) => deleteSome(await tx.sql(), table, { orgId, limit: AT_ONCE }));
}

/** Repeats work in transactions of their own until it finds nothing; returns the sum. */
async function inParts(
  { writer }: EraseOrganizationDeps,
  work: (tx: WriteTx) => Promise<number>,
): Promise<number> {
  let sum = 0;
  for (let found = -1; found !== 0; sum += found) found = await writer.separate(work);
  return sum;
}

/** People with their accounts, and the sessions that the organisation's identity provider has opened. */
async function erasePeople(deps: EraseOrganizationDeps, orgId: string): Promise<number> {
  const sessions = await inParts(deps, (tx) => endProviderSessions(tx, orgId, deps.now));
  return sessions + (await inParts(deps, (tx) => eraseSomePeople(tx, orgId, deps.now)));
}

async function endProviderSessions(tx: WriteTx, orgId: string, now: number): Promise<number> {
  const db = await tx.db();
  const sessions = await db
    .selectFrom('sessions')
    .select('id')
    .where('sso_org', '=', orgId)
    .limit(PEOPLE_AT_ONCE)
    .execute();
  const ids = sessions.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await noteEnded(db, { ids }, { reason: 'ended_by_organization', now });
  for (const id of ids) await endSession(db, id);
  return ids.length;
}

async function eraseSomePeople(tx: WriteTx, orgId: string, now: number): Promise<number> {
  const sql = await tx.sql();
  const db = await tx.db();
  const some = await sql.all(
    `select id, "user", email, joined, program from org_users where org_id = ? order by id limit ${String(PEOPLE_AT_ONCE)}`,
    [orgId],
  );
  for (const row of some) {
    await sql.run('delete from org_users where org_id = ? and id = ?', [orgId, textOf(row, 'id')]);
    if (numberOf(row, 'program') === 1) continue;
    const email = textOf(row, 'email');
    // The row of somebody who was added names no account: it is the one of their address.
    const userId =
      numberOf(row, 'joined') === 1 ? textOf(row, 'user') : (await accountOf(db, email))?.id;
    if (userId !== undefined) await eraseAccount({ sql, db }, { userId, email, at: now });
  }
  return some.length;
}
