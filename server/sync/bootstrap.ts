import { Readable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import type { Entity, RawRow } from '../../model/entities/define-entity.ts';
import { ORGANIZATION_SCOPE, projectOfScope, projectScope } from '../../model/entities/scopes.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import type { BootstrapLine } from '../../model/protocol/messages.ts';
import { requireActor } from '../writer/actor.ts';
import type { Database } from '../store/database.ts';
import { NO_DIGEST, type ScopeDigest } from '../store/scope-digests.ts';
import { type Sql, textOf } from '../store/sql.ts';
import { noOrganization } from '../shared/no-organization.ts';
import { readStream, writtenAt } from './pull.ts';
import { readAs } from './read-as.ts';
import { coldVersion } from './cold-since.ts';
import { readDigests } from './scope-digests.ts';
import { readScopeRows } from './scope-pages.ts';
import { groupSmallScopes, rowsOf } from './small-scopes.ts';
import { ALL_SENT, partlySent, type PartlySent, sentOf, tablesToSend } from './outlines.ts';
import { maySeeScope, readScopes } from './readable-scopes.ts';
import { readNewestRange, rangedEntityOf } from './message-ranges.ts';

const ROWS_A_LINE = 250;
/** Gives the network its first bytes early at little cost: the rows compress eightfold at any level. */
const GZIP_LEVEL = 3;

export interface BootstrapRequest {
  readonly stream: string;
  /** The open place: the slug of a project, or a scope. */
  readonly first: string | undefined;
  /** The device accepts outlines of projects (OUT-2); undefined: it needs every row. */
  readonly outlines?: OutlineLimits | undefined;
}

export interface OutlineLimits {
  /** Scopes whose details the device has. */
  readonly held: readonly string[];
  /** Largest number of detail rows. */
  readonly mostDetails: number;
  /** Scopes whose tasks the device has; undefined: it needs those of all projects. */
  readonly heldTasks: readonly string[] | undefined;
  /** Largest number of tasks. */
  readonly mostTasks: number;
  /** The device can have a project without the details of its cold tasks (OUT-7). */
  readonly acceptsHot?: boolean;
  /** Milliseconds after which an unchanged task is cold; undefined: the months of the organisation. */
  readonly coldAfter?: number | undefined;
}

interface BootstrapDeps {
  readonly database: Database;
  readonly clock: { readonly now: () => number };
}

/**
 * PULL-6: every scope that the person may read, the open one right behind the organisation scope. Each line is a read
 * of its own, so that a slow reader blocks nothing: rows may be newer than the version in the first line, and the pull
 * from that version repeats the changes. Each line checks the rights of its time, so that a download ends when a right
 * is lost.
 */
export async function openBootstrap(
  { database, clock }: BootstrapDeps,
  caller: Actor,
  { stream, first, outlines }: BootstrapRequest,
): Promise<AsyncIterable<BootstrapLine>> {
  const plan = await readAs({ database, clock }, caller, async (sql, actor) => {
    const scopes = await readScopes(sql, actor, stream);
    const state = scopes && (await readStream(sql, { orgId: actor.orgId, stream }));
    if (scopes === undefined || state === undefined) throw noOrganization();
    const open = await scopeOf(sql, actor, first);
    const digests = await readDigests(sql, state, { scopes });
    const order = byInterest(scopes, digests, open);
    const parts =
      outlines === undefined
        ? ALL_SENT
        : await partlySent(sql, actor, {
            order,
            digests,
            first: open,
            ...limitsOf(outlines),
            ...(outlines.acceptsHot === true && {
              unchangedSince: () => {
                const { coldAfter } = outlines;
                return coldVersion(sql, state, { orgId: actor.orgId, now: clock.now(), coldAfter });
              },
            }),
          });
    const total = countRows(scopes, digests, parts);
    const { epoch, head } = state;
    const start: BootstrapLine = {
      kind: 'start',
      epoch,
      v: head,
      at: await writtenAt(sql, state, head),
      scopes: [...scopes],
      total,
      ...(parts.outlined.size > 0 && { outlined: [...parts.outlined] }),
      ...(parts.summarized.size > 0 && { summarized: [...parts.summarized] }),
      ...(parts.hot.size > 0 && {
        hot: [...parts.hot.keys()],
        unchanged_since: parts.unchangedSince,
      }),
    };
    return {
      stream,
      start,
      groups: groupSmallScopes({ order, digests, parts, first: open }),
      parts,
    };
  });
  return lines({ database, clock }, caller, plan);
}

function limitsOf({ held, mostDetails, heldTasks, mostTasks }: OutlineLimits) {
  const summaries = heldTasks && { held: new Set(heldTasks), mostTasks };
  return { held: new Set(held), mostDetails, summaries };
}

/** Encodes the lines as bytes, compressed when the reader accepts it; whole scopes are sent at once. */
export function encodeLines(source: AsyncIterable<BootstrapLine>, gzip: boolean): Readable {
  if (!gzip) return Readable.from(encoded(source));
  const packer = createGzip({ level: GZIP_LEVEL });
  void pump(source, packer);
  return packer;
}

async function pump(
  source: AsyncIterable<BootstrapLine>,
  packer: ReturnType<typeof createGzip>,
): Promise<void> {
  try {
    for await (const line of source) {
      if (packer.destroyed) return;
      const text = `${JSON.stringify(line)}\n`;
      if (!packer.write(text)) await drained(packer);
      if (line.kind !== 'rows') packer.flush(constants.Z_SYNC_FLUSH);
    }
    packer.end();
  } catch (error) {
    packer.destroy(error instanceof Error ? error : new Error('The download broke off'));
  }
}

function drained(packer: ReturnType<typeof createGzip>): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      packer.off('drain', done);
      packer.off('close', done);
      resolve();
    };
    packer.on('drain', done);
    packer.on('close', done);
  });
}

async function* encoded(source: AsyncIterable<BootstrapLine>): AsyncIterable<Buffer> {
  for await (const line of source) yield Buffer.from(`${JSON.stringify(line)}\n`);
}

interface Plan {
  readonly stream: string;
  readonly start: BootstrapLine;
  /** The scopes in their order; those of a group share lines. */
  readonly groups: readonly (readonly string[])[];
  readonly parts: PartlySent;
}

async function* lines(
  { database, clock }: BootstrapDeps,
  actor: Actor,
  { stream, start, groups, parts }: Plan,
): AsyncIterable<BootstrapLine> {
  yield start;
  for (const scopes of groups) {
    for (const entity of tablesOf(scopes, parts)) {
      let next: readonly Place[] = scopes.map((scope) => ({ scope, after: '' }));
      while (next.length > 0) {
        const places = next;
        const pages = await database.snapshot(async (sql) => {
          await requireStillSeen(sql, actor, {
            stream,
            scopes: places.map(({ scope }) => scope),
            now: clock.now(),
          });
          return readPages(sql, entity, actor, { places, parts });
        });
        const rows = pages.flatMap((page) => page.rows);
        if (rows.length > 0) yield { kind: 'rows', table: entity.table, rows };
        next = pages.flatMap(continued);
      }
    }
    for (const scope of scopes) {
      const ranged = rangedEntityOf(scope);
      if (ranged === undefined) {
        yield { kind: 'scope', scope };
        continue;
      }
      const newest = await database.snapshot(async (sql) => {
        await requireStillSeen(sql, actor, { stream, scopes: [scope], now: clock.now() });
        return readNewestRange(sql, ranged, { actor, scope });
      });
      if (newest.rows.length > 0) {
        yield { kind: 'rows', table: ranged.table, rows: [...newest.rows] };
      }
      yield { kind: 'scope', scope, from: newest.from };
    }
  }
  yield { kind: 'end' };
}

interface Place {
  readonly scope: string;
  /** Id of the last row that was sent; empty before the first one. */
  readonly after: string;
}

interface Page {
  readonly scope: string;
  readonly rows: readonly RawRow[];
}

/** A page of each scope, within one read. */
async function readPages(
  sql: Sql,
  entity: Entity,
  actor: Actor,
  { places, parts }: { readonly places: readonly Place[]; readonly parts: PartlySent },
): Promise<readonly Page[]> {
  const pages: Page[] = [];
  for (const { scope, after } of places) {
    const only = parts.hot.has(scope) ? { unchangedSince: parts.unchangedSince } : undefined;
    const place = { actor, scope, after, only };
    const rows = await readScopeRows(sql, entity, { ...place, limit: ROWS_A_LINE });
    pages.push({ scope, rows });
  }
  return pages;
}

/** Where a scope goes on whose page is full. */
function continued({ scope, rows }: Page): readonly Place[] {
  const last = rows.at(-1);
  return last === undefined || rows.length < ROWS_A_LINE ? [] : [{ scope, after: last.id }];
}

/** Number of rows of the download, for its progress bar. */
function countRows(
  scopes: readonly string[],
  digests: ReadonlyMap<string, ScopeDigest>,
  parts: PartlySent,
): number {
  let total = 0;
  for (const scope of scopes) {
    const digest = digests.get(scope) ?? NO_DIGEST;
    total += rowsOf(digest, scope, parts);
    total += Math.min(digest.numbered, rangedEntityOf(scope)?.ranged?.size ?? 0);
  }
  return total;
}

/** A download may take long, and a reader can prolong it. */
async function requireStillSeen(
  sql: Sql,
  who: Actor,
  {
    stream,
    scopes,
    now,
  }: { readonly stream: string; readonly scopes: readonly string[]; readonly now: number },
): Promise<void> {
  const actor = await requireActor(sql, who, now);
  for (const scope of scopes) {
    if (!(await maySeeScope(sql, actor, { stream, scope }))) throw noOrganization();
  }
}

/** The scopes of a group have the same tables. */
function tablesOf([scope = '']: readonly string[], parts: PartlySent) {
  return tablesToSend(scope, sentOf(parts, scope));
}

/** A device without data knows a project only by its address. */
async function scopeOf(
  sql: Sql,
  { orgId }: Actor,
  first: string | undefined,
): Promise<string | undefined> {
  if (first === undefined) return undefined;
  const [row] = await sql.all('select id from projects where org_id = ? and slug = ?', [
    orgId,
    first,
  ]);
  return row === undefined ? first : projectScope(textOf(row, 'id'));
}

/** The organisation scope, the open scope, the workspaces, then projects and conversations by their last change. */
function byInterest(
  scopes: readonly string[],
  digests: ReadonlyMap<string, ScopeDigest>,
  first: string | undefined,
): readonly string[] {
  const weight = (scope: string): number => {
    if (scope === ORGANIZATION_SCOPE) return Number.POSITIVE_INFINITY;
    if (scope === first) return Number.MAX_VALUE;
    const isLarge = projectOfScope(scope) !== undefined || rangedEntityOf(scope) !== undefined;
    if (!isLarge) return Number.MAX_SAFE_INTEGER;
    return digests.get(scope)?.v ?? 0;
  };
  return scopes.toSorted((left, right) => compareDown(weight(left), weight(right)));
}

function compareDown(left: number, right: number): number {
  if (left === right) return 0;
  return left < right ? 1 : -1;
}
