import type { Kysely } from 'kysely';
import type { SecurityKind } from '../../model/shared/security-kinds.ts';
import type { Machine } from '../shared/machine.ts';
import type { Schema } from '../store/schema.ts';
import type { SecurityLogTable } from '../store/tables/security.ts';

/** One event, before it belongs to an organisation. */
export interface SecurityEvent {
  readonly kind: SecurityKind;
  /** Account of the person who acted. */
  readonly userId?: string | undefined;
  /** Address of the account, or the one that was entered. */
  readonly email?: string | undefined;
  /** Name of what the event is about. */
  readonly subject?: string | undefined;
  readonly from?: RequestOrigin | undefined;
  /** Further values: ids, names of fields, levels; never a secret. */
  readonly details?: Readonly<Record<string, string | number | boolean | null>> | undefined;
}

/** Origin of a request, as the log stores it. */
export interface RequestOrigin {
  readonly address: string;
  /** Key under which the address is counted (`networkOf`). */
  readonly network: string;
  readonly browser: string | null;
}

export interface SecurityLog {
  /** Adds an event to the log of one organisation. Runs in the write transaction of its cause. */
  readonly add: (
    db: Kysely<Schema>,
    event: SecurityEvent & { readonly orgId: string; readonly orgUserId?: string | undefined },
  ) => Promise<void>;
  /**
   * Adds an event about an account to the log of each organisation of which the account is an active member, or, for an
   * account without one and for an unknown address, once without an organisation. The account is found by `userId`,
   * else by `email`. Returns the ids of the organisations, at least one (perhaps empty).
   */
  readonly addForAccount: (db: Kysely<Schema>, event: SecurityEvent) => Promise<readonly string[]>;
}

interface LogDeps {
  readonly machine: Pick<Machine, 'now' | 'newId'>;
  /** Names of the systems to which each event is forwarded. */
  readonly targets: readonly string[];
}

const LONGEST_BROWSER = 300;

export function createSecurityLog({ machine, targets }: LogDeps): SecurityLog {
  const insert = async (db: Kysely<Schema>, rows: readonly SecurityLogTable[]) => {
    await db.insertInto('security_log').values(rows).execute();
    const forwards = rows.flatMap(({ id, at, org_id }) =>
      targets.map((target) => ({ target, org_id, id, attempts: 0, next_at: at })),
    );
    if (forwards.length > 0) await db.insertInto('security_forwards').values(forwards).execute();
  };
  const rowOf = (
    { kind, userId, email, subject, from, details = {} }: SecurityEvent,
    place: { readonly orgId: string; readonly orgUserId: string | undefined },
  ): SecurityLogTable => ({
    id: machine.newId(),
    org_id: place.orgId,
    at: machine.now(),
    kind,
    user_id: userId ?? null,
    org_user: place.orgUserId ?? null,
    email: email ?? null,
    subject: subject ?? null,
    address: from?.address ?? null,
    network: from?.network ?? null,
    browser: from?.browser?.slice(0, LONGEST_BROWSER) ?? null,
    details: JSON.stringify(details),
  });
  return {
    add: async (db, { orgId, orgUserId, ...event }) => {
      const { userId } = event;
      const account = userId === undefined ? undefined : await accountOf(db, { userId });
      const known = { ...event, email: event.email ?? account?.email };
      await insert(db, [rowOf(known, { orgId, orgUserId })]);
    },
    addForAccount: async (db, event) => {
      const account = await accountOf(db, event);
      // The same statements for an unknown address: the duration shows nothing about it.
      const members = await db
        .selectFrom('org_users')
        .select(['org_id', 'id'])
        .where('user', '=', account?.id ?? '')
        .where('joined', '=', 1)
        .where('active', '=', 1)
        .execute();
      const places =
        members.length === 0
          ? [{ orgId: '', orgUserId: undefined }]
          : members.map(({ org_id: orgId, id: orgUserId }) => ({ orgId, orgUserId }));
      const known = {
        ...event,
        userId: account?.id ?? event.userId,
        email: event.email ?? account?.email,
      };
      await insert(
        db,
        places.map((place) => rowOf(known, place)),
      );
      return places.map(({ orgId }) => orgId);
    },
  };
}

function accountOf(
  db: Kysely<Schema>,
  { userId, email = '' }: Pick<SecurityEvent, 'userId' | 'email'>,
) {
  const found = db.selectFrom('users').select(['id', 'email']);
  return (
    userId === undefined ? found.where('email', '=', email) : found.where('id', '=', userId)
  ).executeTakeFirst();
}
