import type { Kysely } from 'kysely';
import { orgUsers } from '../../model/entities/org-user.ts';
import { projects } from '../../model/entities/project.ts';
import { ORGANIZATION_SCOPE, projectScope, userStream } from '../../model/entities/scopes.ts';
import { teamMembers } from '../../model/entities/team-member.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import {
  mayCreateOrganizationToken,
  mayManageOrganizationTokens,
  type ProgramAccess,
} from '../../model/permissions/organization-token.ts';
import { CairnError } from '../../model/shared/errors.ts';
import { memberId } from '../../model/shared/ids.ts';
import { digestOfSecret, newSecret } from '../shared/secrets.ts';
import type { Schema } from '../store/schema.ts';
import { writeAs } from '../writer/write-as.ts';
import type { WriteTx } from '../writer/writer-types.ts';
import { ORGANIZATION_TOKEN_PREFIX } from './api-token-rows.ts';
import { noSuchToken, type ReplacedSecret, type SecretReplacement } from './api-tokens.ts';
import type { Auth } from './auth.ts';
import type { Caller } from './caller.ts';
import { endFormerSecrets, formerUntil, replaceSecret } from './former-secrets.ts';
import { proveSelf } from './password-change.ts';
import { originOf } from './throttle.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Tokens of an organisation, expired ones included until they are ended. */
const MOST_TOKENS = 50;

/** A token of the organisation as Level 1 sees it. Instants are milliseconds since 1970, UTC. */
export interface OrganizationToken {
  readonly id: string;
  /** Name of the program: the author of what it writes. */
  readonly name: string;
  /** Organisation user of the program. */
  readonly organization_user: number;
  readonly access: ProgramAccess;
  /** Projects whose team the program belongs to; null: every project. */
  readonly projects: readonly string[] | null;
  /** Organisation user who created it. */
  readonly created_by: number;
  readonly created_at: number;
  /** Also in the past: an expired token is listed until it is ended. */
  readonly expires_at: number;
  /** Accurate to a minute; null: never. */
  readonly used_at: number | null;
  /** End of the former secret; null: there is none. */
  readonly former_until: number | null;
}

interface NewOrganizationToken {
  readonly name: string;
  readonly access: ProgramAccess;
  /** Ids of projects; null: every project. */
  readonly projects: readonly string[] | null;
  /** Life in days, 1 to `TOKEN_DAYS`. */
  readonly days: number;
  readonly password: string;
}

/** The organisation's tokens, the newest first. */
export async function organizationTokensOf(
  db: Kysely<Schema>,
  orgId: string,
  now: number,
): Promise<readonly OrganizationToken[]> {
  const rows = await db
    .selectFrom('organization_tokens as token')
    .innerJoin('org_users as program', (join) =>
      join.onRef('program.org_id', '=', 'token.org_id').onRef('program.id', '=', 'token.org_user'),
    )
    .select(['token.id', 'token.org_user', 'token.access', 'token.every_project'])
    .select(['token.created_by', 'token.created_at', 'token.expires_at', 'token.used_at'])
    .select('program.display_name as name')
    .where('token.org_id', '=', orgId)
    .execute();
  const members = await db
    .selectFrom('team_members')
    .select(['project', 'organization_user'])
    .where('org_id', '=', orgId)
    .where(
      'organization_user',
      'in',
      db.selectFrom('organization_tokens').select('org_user').where('org_id', '=', orgId),
    )
    .execute();
  const former = await formerUntil(db, { orgId }, now);
  return rows
    .map(({ org_user, every_project, created_by, ...row }) => ({
      ...row,
      former_until: former.get(row.id) ?? null,
      organization_user: Number(org_user),
      created_by: Number(created_by),
      projects:
        every_project === 1
          ? null
          : members
              .filter((one) => one.organization_user === org_user)
              .map(({ project }) => project)
              .toSorted(),
    }))
    .toSorted(
      (left, right) => right.created_at - left.created_at || right.id.localeCompare(left.id),
    );
}

/**
 * Creates a token and the program that acts with it; the result contains the secret, which is shown once and stored as
 * a digest. It stays valid when its creator leaves. Throws `bad_credentials`, `rate_limited`, `forbidden`, `not_found`
 * (a project) or `conflict`.
 */
export async function createOrganizationToken(
  auth: Auth,
  actor: Actor,
  { password, caller, ...input }: NewOrganizationToken & { readonly caller: Caller },
): Promise<OrganizationToken & { readonly token: string }> {
  await proveSelf(auth, actor, { password, caller });
  const { machine } = auth;
  const token = ORGANIZATION_TOKEN_PREFIX + newSecret(machine.random);
  const { name, access, days } = input;
  const { orgId, orgUserId, userId } = actor;
  const named = input.projects === null ? null : [...new Set(input.projects)].toSorted();
  const now = machine.now();
  const row = {
    id: machine.newId(),
    access,
    created_at: now,
    expires_at: now + days * DAY_MS,
    used_at: null,
  };
  const program = await writeAs(auth.writer, actor, {
    may: (current) => mayCreateOrganizationToken(current, access),
    work: async (tx) => {
      const db = await tx.db();
      if ((await countTokens(db, orgId)) >= MOST_TOKENS) throw tooMany();
      tx.setAuthor({ orgUserId });
      const account = await createProgram(tx, orgId, name);
      for (const project of named ?? []) await join(tx, orgId, { project, program: account.id });
      await db
        .insertInto('organization_tokens')
        .values({
          ...row,
          org_id: orgId,
          org_user: account.id,
          user_id: account.user,
          digest: digestOfSecret(token),
          every_project: named === null ? 1 : 0,
          created_by: orgUserId,
        })
        .execute();
      await auth.security.add(db, {
        kind: 'organization_token_created',
        orgId,
        orgUserId,
        userId,
        subject: name,
        from: originOf(caller),
        details: { access, days, projects: named === null ? 'all' : named.length },
      });
      return account;
    },
  });
  const created = { organization_user: Number(program.id), created_by: Number(orgUserId) };
  return { ...row, ...created, name, projects: named, former_until: null, token };
}

/**
 * Gives a token of the organisation a new secret; its program, access, projects and end stay. The former secret ends at
 * once, or after the overlap. It requires what creating the token does: the secret gives its access to the person who
 * sees it. Throws `bad_credentials`, `rate_limited`, `forbidden`, `conflict` for an expired token, and `not_found`.
 */
export async function rotateOrganizationToken(
  auth: Auth,
  actor: Actor,
  { id, overlap_hours: hours, password, caller }: SecretReplacement,
): Promise<ReplacedSecret> {
  await proveSelf(auth, actor, { password, caller });
  const { machine } = auth;
  const secret = ORGANIZATION_TOKEN_PREFIX + newSecret(machine.random);
  const { orgId, orgUserId, userId } = actor;
  const now = machine.now();
  const former_until = await writeAs(auth.writer, actor, {
    may: mayManageOrganizationTokens,
    work: async (tx, current) => {
      const db = await tx.db();
      const token = await db
        .selectFrom('organization_tokens')
        .select(['id', 'org_id', 'user_id', 'digest', 'expires_at', 'org_user', 'access'])
        .where('org_id', '=', orgId)
        .where('id', '=', id)
        .executeTakeFirst();
      if (token === undefined) throw noSuchToken();
      const refusal = mayCreateOrganizationToken(current, token.access);
      if (refusal !== undefined) throw new CairnError(refusal);
      if (token.expires_at <= now) throw expired();
      const digest = digestOfSecret(secret);
      const until = await replaceSecret(db, 'organization_tokens', { token, digest, hours, now });
      const program = await tx.get(orgUsers, { orgId }, token.org_user);
      await auth.security.add(db, {
        kind: 'organization_token_secret_replaced',
        orgId,
        orgUserId,
        userId,
        subject: program?.display_name ?? '',
        from: originOf(caller),
        details: { overlap_hours: hours },
      });
      return until;
    },
  });
  return { id, token: secret, former_until };
}

/**
 * Ends a token of the organisation from the next call on, and removes its program from the teams; its name stays with
 * what it has written. Throws `forbidden`, and `not_found` for any other.
 */
export async function endOrganizationToken(
  auth: Auth,
  actor: Actor,
  { id, caller }: { readonly id: string; readonly caller: Caller },
): Promise<void> {
  const { orgId, orgUserId, userId } = actor;
  await writeAs(auth.writer, actor, {
    may: mayManageOrganizationTokens,
    work: async (tx) => {
      const db = await tx.db();
      const ended = await db
        .deleteFrom('organization_tokens')
        .where('org_id', '=', orgId)
        .where('id', '=', id)
        .returning(['org_user', 'user_id'])
        .executeTakeFirst();
      if (ended === undefined) throw noSuchToken();
      await endFormerSecrets(db, { userId: ended.user_id, orgId, token: id });
      tx.setAuthor({ orgUserId });
      const members = await db
        .selectFrom('team_members')
        .select('id')
        .where('org_id', '=', orgId)
        .where('organization_user', '=', ended.org_user)
        .execute();
      for (const member of members) await tx.remove(teamMembers, { orgId }, member.id);
      const program = await tx.get(orgUsers, { orgId }, ended.org_user);
      await auth.security.add(db, {
        kind: 'organization_token_ended',
        orgId,
        orgUserId,
        userId,
        subject: program?.display_name ?? '',
        from: originOf(caller),
      });
    },
  });
}

/**
 * An organisation user without an account: it has a number of its own in place of a user's, no address, and is not
 * active, so that nobody can assign, invite or write to it.
 */
async function createProgram(tx: WriteTx, orgId: string, name: string) {
  const user = await tx.nextSerial('users');
  const id = await tx.nextSerial('org_users');
  await tx.createStream(userStream(id), orgId);
  const row = {
    id,
    scope: ORGANIZATION_SCOPE,
    v: 0,
    user,
    display_name: name,
    email: '',
    phone_number: '',
    profile_image: null,
    user_role: '',
    active: false,
    joined: false,
    shares_seen: false,
    program: true,
    created_at: new Date(tx.at).toISOString(),
  };
  await tx.put(orgUsers, { orgId }, row);
  return { id, user };
}

async function join(
  tx: WriteTx,
  orgId: string,
  { project, program }: { readonly project: string; readonly program: string },
): Promise<void> {
  if ((await tx.get(projects, { orgId }, project)) === undefined) {
    throw new CairnError({ code: 'not_found', message: /*i18n*/ 'There is no such project' });
  }
  await tx.put(
    teamMembers,
    { orgId },
    {
      id: memberId(project, program),
      scope: projectScope(project),
      v: 0,
      project,
      organization_user: program,
      created_at: new Date(tx.at).toISOString(),
    },
  );
}

async function countTokens(db: Kysely<Schema>, orgId: string): Promise<number> {
  const all = db.selectFrom('organization_tokens').where('org_id', '=', orgId);
  const { count } = await all
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

function expired(): CairnError {
  return new CairnError({
    code: 'conflict',
    message: /*i18n*/ 'The token has expired. Create a new one.',
  });
}

function tooMany(): CairnError {
  return new CairnError({
    code: 'conflict',
    message: /*i18n*/ 'The organisation has too many tokens. End those that are no longer used.',
  });
}
