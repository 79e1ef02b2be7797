import type { Entity } from '../../model/entities/define-entity.ts';
import { contentShape } from '../../model/entities/row-digest.ts';
import { projectOfScope } from '../../model/entities/scopes.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import type { Check } from '../../model/protocol/messages.ts';
import { digestOf, hexOf } from '../../model/shared/digest.ts';
import { noOrganization } from '../shared/no-organization.ts';
import { NO_DIGEST, type ScopeDigest, type Tally, together } from '../store/scope-digests.ts';
import { numberOf, quoted, type Sql, textOf } from '../store/sql.ts';
import { rangedEntityOf } from './message-ranges.ts';
import { readStream } from './pull.ts';
import { readScopes } from './readable-scopes.ts';
import { countDetails, countScope, readDigests } from './scope-digests.ts';
import { type DetailsOnly, placeOf } from './scope-pages.ts';

export interface CheckRequest {
  readonly stream: string;
  /** Only this scope; the response has none when the person may not read it. */
  readonly scope?: string | undefined;
  /** Only scopes that were changed after this version. */
  readonly since?: number | undefined;
}

/** PULL-8: count and digest per scope, as kept by the writes: no rows are read. */
export async function readCheck(
  sql: Sql,
  actor: Actor,
  { stream, scope, since }: CheckRequest,
): Promise<Check> {
  const { state, scopes: readable } = await readPlace(sql, actor, stream);
  const scopes = scope === undefined ? readable : readable.filter((one) => one === scope);
  const digests = await readDigests(sql, state, { scopes, since });
  const listed = since === undefined ? scopes : scopes.filter((one) => digests.has(one));
  return {
    epoch: state.epoch,
    head: state.head,
    shape: contentShape(),
    scopes: listed.map((one) => checkOf(one, digests.get(one) ?? NO_DIGEST)),
  };
}

/** WIN-4: count and digest of the numbered rows of one range. */
export async function readRangeCheck(
  sql: Sql,
  actor: Actor,
  { stream, range }: { readonly stream: string; readonly range: CheckedRange },
): Promise<Check> {
  const { scope } = range;
  const { state, scopes } = await readPlace(sql, actor, stream);
  const ranged = rangedEntityOf(scope);
  if (ranged === undefined || !scopes.includes(scope)) throw noOrganization();
  const rows = await readVersions(sql, ranged, { actor, range });
  const one = { scope, count: rows.length, digest: digestOf(rows) };
  return { epoch: state.epoch, head: state.head, scopes: [one] };
}

/** The same for one scope, from its rows: for a device that differs. `kept`: the kept digest differs from them. */
export async function readFreshCheck(
  sql: Sql,
  actor: Actor,
  { stream, scope }: { readonly stream: string; readonly scope: string },
): Promise<{ readonly check: Check; readonly isKept: boolean }> {
  const kept = await readCheck(sql, actor, { stream, scope });
  const [known] = kept.scopes;
  if (known === undefined) return { check: kept, isKept: true };
  const counted = await countScope(sql, { actor, stream, scope });
  const fresh = { ...checkOf(scope, counted), v: known.v };
  const isKept = JSON.stringify(fresh) === JSON.stringify(known);
  return { check: { ...kept, scopes: [fresh] }, isKept };
}

interface DetailCheckRequest {
  readonly stream: string;
  readonly scope: string;
  readonly unchangedSince?: number | undefined;
  readonly tasks: readonly string[];
}

/**
 * PULL-8.4: the same for one scope, beside its kept digests, with the details that a fill of a hot project contains and
 * with those of single tasks, counted from their rows. Reads no other rows.
 */
export async function readDetailCheck(
  sql: Sql,
  actor: Actor,
  { stream, scope, unchangedSince, tasks }: DetailCheckRequest,
): Promise<Check> {
  const kept = await readCheck(sql, actor, { stream, scope });
  const [known] = kept.scopes;
  if (known === undefined) return kept;
  const counted = async (only: DetailsOnly) =>
    tallyOf((await countDetails(sql, { actor, stream, scope, only })).details);
  const byTask: ({ readonly task: string } & ReturnType<typeof tallyOf>)[] = [];
  for (const task of tasks) byTask.push({ task, ...(await counted({ task })) });
  const hot = unchangedSince === undefined ? undefined : await counted({ unchangedSince });
  return { ...kept, scopes: [{ ...known, ...(hot && { hot }), tasks: byTask }] };
}

async function readPlace(sql: Sql, actor: Actor, stream: string) {
  const scopes = await readScopes(sql, actor, stream);
  const state = scopes && (await readStream(sql, { orgId: actor.orgId, stream }));
  if (scopes === undefined || state === undefined) throw noOrganization();
  return { scopes, state };
}

/** The whole scope, and of a project also what a device with its outline or its summary has (OUT-4, OUT-6). */
function checkOf(
  scope: string,
  { v, others, tasks, details }: ScopeDigest,
): Check['scopes'][number] {
  const outline = together(others, tasks);
  return {
    scope,
    v,
    ...tallyOf(together(outline, details)),
    ...(projectOfScope(scope) !== undefined && {
      outline: tallyOf(outline),
      summary: tallyOf(others),
    }),
  };
}

function tallyOf({ count, versions, contents }: Tally) {
  return { count, digest: hexOf(versions), content: hexOf(contents) };
}

interface RowVersion {
  readonly id: string;
  readonly v: number;
}

export interface CheckedRange {
  readonly scope: string;
  /** First and last number of the compared range. */
  readonly from: number;
  readonly to?: number | undefined;
}

async function readVersions(
  sql: Sql,
  entity: Entity,
  { actor, range }: { readonly actor: Actor; readonly range: CheckedRange },
): Promise<readonly RowVersion[]> {
  const { where, values } = placeOf(entity, actor, range.scope);
  const by = quoted(entity.ranged?.by ?? '');
  const found = await sql.all(
    `select id, v from ${quoted(entity.table)} where ${where} and ${by} >= ? and ${by} <= ?`,
    [...values, range.from, range.to ?? Number.MAX_SAFE_INTEGER],
  );
  return found.map((row) => ({ id: textOf(row, 'id'), v: numberOf(row, 'v') }));
}
