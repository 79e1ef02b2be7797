import { ENTITIES } from '../../../model/entities/registry.ts';
import type { TestApp } from '../../support/test-app.ts';
import { type Actor, scopeOf, wordsIn } from './actors.ts';
import type { Probe } from './probes.ts';
import { rowsIn, type Tenant } from './tenant.ts';

/** A response as sent over the network. */
export interface Received {
  readonly status: number;
  readonly text: string;
}

/** The findings of the probes; empty lists are the target. */
export interface Findings {
  readonly leaks: string[];
  readonly breaks: string[];
}

export interface Watch {
  readonly victim: Tenant;
  readonly stranger: Tenant;
  /** Scopes of the victim's canary words. */
  readonly words: ReadonlyMap<string, ReadonlySet<string>>;
  readonly findings: Findings;
}

/** Sends a request like a third-party client. */
export async function send(setup: TestApp, { client }: Actor, probe: Probe): Promise<Received> {
  const type = probe.bytes && { 'content-type': 'application/octet-stream' };
  const payload = probe.bytes ?? probe.body;
  const sending = setup.app.fastify.inject({
    method: methodOf(probe.method),
    url: probe.url,
    headers: {
      ...(client.token !== undefined && { authorization: `Bearer ${client.token}` }),
      ...type,
    },
    remoteAddress: '198.51.100.7',
    ...(payload !== undefined && { payload }),
  });
  // A truncated response is a server fault, too.
  const reply = await sending.catch(String);
  if (typeof reply === 'string') return { status: 500, text: reply };
  return { status: reply.statusCode, text: `${JSON.stringify(reply.headers)}\n${reply.body}` };
}

/** Records canary words that the actor must not receive, and unexpected responses. */
export function judge(watch: Watch, actor: Actor, probe: Probe, received: Received): void {
  const { findings } = watch;
  const leaked = forbiddenTexts(watch, actor, received.text);
  const what = `${actor.name}: ${probe.method} ${probe.url}`;
  if (leaked.length > 0) findings.leaks.push(`${what} received ${leaked.join(', ')}`);
  if (received.status >= 500)
    findings.breaks.push(`${what} answered ${received.status}: ${received.text}`);
}

/** The words in a text that this actor may not read. */
export function forbiddenTexts(
  { victim, stranger, words }: Watch,
  actor: Actor,
  text: string,
): readonly string[] {
  if (actor.isVictim === true) {
    return ['BCANARY', 'CCANARY', 'DCANARY'].flatMap((canary) => wordsIn(text, canary));
  }
  const theirs = wordsIn(text, victim.canary).filter((word) => {
    const scopes = words.get(word);
    if (actor.scopes === undefined) return true;
    return scopes !== undefined && ![...scopes].some((scope) => actor.scopes?.has(scope));
  });
  const seen = text.toLowerCase();
  const ids = [...victim.secrets]
    .filter(([id, scope]) => actor.scopes?.has(scope) !== true && seen.includes(id))
    .map(([id, scope]) => `${scope.replace(/:.*/, '')} ${id}`);
  const others = actor.ofStranger ? [] : wordsIn(text, stranger.canary);
  return [...theirs, ...ids, ...others];
}

/** Tables of an organisation that exist only on the server. */
const BEHIND = [
  ['file_parts', 'file, n'],
  ['file_contents', 'file, variant'],
  ['file_usage', 'bytes'],
  ['invitation_links', 'invitation'],
  ['api_tokens', 'id'],
  ['organization_tokens', 'id'],
  ['former_token_secrets', 'token, valid_until'],
  ['calendar_feeds', 'user_id, project'],
  ['webhooks', 'id'],
  ['sso_providers', 'org_id'],
  ['sso_domains', 'domain'],
  ['sso_logouts', 'digest'],
  ['sign_in_rules', 'org_id'],
  ['mail_digests', 'user_id'],
  ['device_cursors', 'session_id'],
  ['device_holdings', 'session_id'],
  ['task_seen', 'task, person'],
  ['person_erasures', 'person'],
  ['erased_memberships', 'user_id'],
] as const;

/**
 * Every row of an organisation as text, by scope: untouched rows are the same later. `isWhole`
 * includes the tables that exist only on the server, which people of the organisation change as
 * they work.
 */
export async function stateOf(
  setup: TestApp,
  { book }: Tenant,
  isWhole = false,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  if (isWhole) {
    // Their bytes that are to be deleted.
    const rows = await setup.app.services.database.snapshot((sql) =>
      sql.all(
        `select name from file_trash where name in (
           select name from file_parts where org_id = ?
           union select name from file_contents where org_id = ?) order by name`,
        [book.orgId, book.orgId],
      ),
    );
    found.set('file_trash', rows.map((row) => JSON.stringify(row)).join('\n'));
  }
  for (const [table, order] of isWhole ? BEHIND : []) {
    const rows = await setup.app.services.database.snapshot((sql) =>
      sql.all(`select * from ${table} where org_id = ? order by ${order}`, [book.orgId]),
    );
    found.set(table, rows.map((row) => JSON.stringify(row)).join('\n'));
  }
  for (const { table } of ENTITIES) {
    for (const row of await rowsIn(setup.app, table, book.orgId)) {
      const scope = scopeOf(row);
      found.set(scope, `${found.get(scope) ?? ''}${table} ${JSON.stringify(row)}\n`);
    }
  }
  return found;
}

/** Rows that differ, line by line, without the scopes that the actor may write in. */
export function changesBetween(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  mayTouch: Actor['mayTouch'],
): readonly string[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter(
      (scope) => before.get(scope) !== after.get(scope) && !mayTouch(scope, !before.has(scope)),
    )
    .flatMap((scope) => {
      const known = new Set((before.get(scope) ?? '').split('\n'));
      const now = (after.get(scope) ?? '').split('\n');
      const added = now.filter((line) => !known.has(line)).map((line) => `+ ${scope} ${line}`);
      const gone = [...known].filter((line) => !now.includes(line));
      return [...added, ...gone.map((line) => `- ${scope} ${line}`)];
    });
}

function methodOf(method: string): 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT' {
  return (['POST', 'PATCH', 'DELETE', 'PUT'] as const).find((one) => one === method) ?? 'GET';
}
