import type { Kysely } from 'kysely';
import type { Actor } from '../../model/permissions/actor.ts';
import { mayManageSingleSignOn } from '../../model/permissions/single-sign-on.ts';
import { notFound } from '../../model/permissions/project.ts';
import { CairnError } from '../../model/shared/errors.ts';
import { asciiDomain } from '../shared/email-domain.ts';
import type { RequestOrigin } from '../security/log.ts';
import { newSecret } from '../shared/secrets.ts';
import type { Schema } from '../store/schema.ts';
import { writeAs } from '../writer/write-as.ts';
import { LIMITS } from '../writer/writer-types.ts';
import type { Sso } from './sso.ts';

const MOST_DOMAINS = 20;
/** Prefix of the value of the record. */
const RECORD = 'cairn-domain=';

/** A domain as administrators see it. Instants are milliseconds since 1970, UTC. */
export interface ListedDomain {
  readonly domain: string;
  /** The TXT record that verifies it. */
  readonly record: { readonly name: string; readonly value: string };
  /** Null: not verified yet, or another organisation has verified it since. */
  readonly verified_at: number | null;
}

interface DomainCall {
  readonly domain: string;
  readonly from: RequestOrigin;
}

export async function listDomains(
  db: Kysely<Schema>,
  orgId: string,
): Promise<readonly ListedDomain[]> {
  const rows = await db
    .selectFrom('sso_domains')
    .select(['domain', 'token', 'verified_at'])
    .where('org_id', '=', orgId)
    .orderBy('domain')
    .execute();
  return rows.map(({ domain, token, verified_at }) => ({
    domain,
    record: { name: recordName(domain), value: RECORD + token },
    verified_at,
  }));
}

/**
 * Adds a domain, unverified; one that the operator has named is verified at once, unless another organisation has it. Throws
 * `invalid`, `forbidden` or `conflict`.
 */
export async function addDomain(
  { auth, namedDomains }: Sso,
  actor: Actor,
  { domain: text, from }: DomainCall,
): Promise<void> {
  const domain = asciiDomain(text);
  if (domain === undefined) {
    throw new CairnError({
      code: 'invalid',
      message: /*i18n*/ 'Enter a domain, such as example.org',
      details: { field: 'domain' },
    });
  }
  const { writer, machine, security } = auth;
  const isNamed = namedDomains.includes(domain);
  await writeAs(writer, actor, {
    may: mayManageSingleSignOn,
    streams: [LIMITS],
    work: async (tx) => {
      const db = await tx.db();
      const { orgId } = actor;
      const known = await listDomains(db, orgId);
      if (known.some((one) => one.domain === domain)) return;
      if (known.length >= MOST_DOMAINS) throw tooMany();
      const owner = await ownerOf(db, domain);
      if (isNamed && owner !== undefined) throw taken();
      await db
        .insertInto('sso_domains')
        .values({
          org_id: orgId,
          domain,
          token: newSecret(machine.random),
          created_at: machine.now(),
          verified_at: isNamed ? machine.now() : null,
        })
        .execute();
      const kind = isNamed ? 'sso_domain_verified' : 'sso_domain_added';
      await security.add(db, { kind, ...eventOf(actor), subject: domain, from });
    },
  });
}

/**
 * Looks for the record of a domain. The organisation that has put it there last has the domain: it may have changed
 * hands. Throws `conflict` when the record is not there.
 */
export async function verifyDomain(
  { auth, lookupTxt }: Sso,
  actor: Actor,
  { domain, from }: DomainCall,
): Promise<void> {
  const { orgId } = actor;
  const { writer, machine, security, database } = auth;
  const value = RECORD + (await tokenOf(database.db, orgId, domain));
  const records: readonly string[] = await lookupTxt(recordName(domain)).catch(() => []);
  if (!records.includes(value)) {
    throw new CairnError({
      code: 'conflict',
      message:
        /*i18n*/ 'The record is not there yet. It can take an hour until a new record is visible everywhere.',
    });
  }
  await writeAs(writer, actor, {
    may: mayManageSingleSignOn,
    // Two organisations that verify one domain at the same time take turns.
    streams: [LIMITS],
    work: async (tx) => {
      const db = await tx.db();
      // Removed or added again in the meantime: another record verifies it.
      if (RECORD + (await tokenOf(db, orgId, domain)) !== value) throw new CairnError(notFound());
      await db
        .updateTable('sso_domains')
        .set({ verified_at: null })
        .where('domain', '=', domain)
        .where('org_id', '!=', orgId)
        .execute();
      await db
        .updateTable('sso_domains')
        .set({ verified_at: machine.now() })
        .where('domain', '=', domain)
        .where('org_id', '=', orgId)
        .execute();
      await security.add(db, {
        kind: 'sso_domain_verified',
        ...eventOf(actor),
        subject: domain,
        from,
      });
    },
  });
}

export async function removeDomain(
  { auth: { writer, security } }: Sso,
  actor: Actor,
  { domain, from }: DomainCall,
): Promise<void> {
  await writeAs(writer, actor, {
    may: mayManageSingleSignOn,
    work: async (tx) => {
      const db = await tx.db();
      const { numDeletedRows } = await db
        .deleteFrom('sso_domains')
        .where('org_id', '=', actor.orgId)
        .where('domain', '=', domain)
        .executeTakeFirst();
      if (numDeletedRows !== 1n) throw new CairnError(notFound());
      await security.add(db, {
        kind: 'sso_domain_removed',
        ...eventOf(actor),
        subject: domain,
        from,
      });
    },
  });
}

/** The organisation that has verified a domain. */
export async function ownerOf(db: Kysely<Schema>, domain: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('sso_domains')
    .select('org_id')
    .where('domain', '=', domain)
    .where('verified_at', 'is not', null)
    .executeTakeFirst();
  return row?.org_id;
}

export function eventOf({ orgId, orgUserId, userId }: Actor) {
  return { orgId, orgUserId, userId };
}

function recordName(domain: string): string {
  return `_cairn.${domain}`;
}

async function tokenOf(db: Kysely<Schema>, orgId: string, domain: string): Promise<string> {
  const row = await db
    .selectFrom('sso_domains')
    .select('token')
    .where('org_id', '=', orgId)
    .where('domain', '=', domain)
    .executeTakeFirst();
  if (row === undefined) throw new CairnError(notFound());
  return row.token;
}

function tooMany(): CairnError {
  return new CairnError({ code: 'conflict', message: /*i18n*/ 'There are too many domains' });
}

function taken(): CairnError {
  return new CairnError({
    code: 'conflict',
    message: /*i18n*/ 'Another organisation of this server has this domain',
  });
}
