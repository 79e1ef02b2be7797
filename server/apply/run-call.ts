import * as v from 'valibot';
import { entityOf } from '../../model/entities/registry.ts';
import { files } from '../../model/entities/file.ts';
import { projects } from '../../model/entities/project.ts';
import { orgStream, projectOfScope, userStream } from '../../model/entities/scopes.ts';
import type {
  Effect,
  Mutation,
  Prepared,
  Reader,
  RowRef,
} from '../../model/mutations/define-mutation.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import { isPlausible } from '../../model/shared/claimed-time.ts';
import { CairnError, refuse } from '../../model/shared/errors.ts';
import { uuidSchema } from '../../model/shared/ids.ts';
import { requireCleanText } from '../shared/clean-text.ts';
import type { Consequence, ConsequenceContext } from './consequence.ts';
import { bringingFiles } from './bring-files.ts';
import { keepOverwritten } from './keep-overwritten.ts';
import { requireEdgeFields } from './edge-fields.ts';
import { isRepeatedCreate } from './repeated-create.ts';
import { haveRemoved } from './have-removed.ts';
import { isParentDeleted } from './parents.ts';
import { createResolver } from './resolver.ts';
import type { RestTarget } from './rest-table.ts';
import type { Machine } from '../shared/machine.ts';
import { authorOf } from '../writer/author-of.ts';
import type { RowPlace, WriteTx } from '../writer/writer-types.ts';

/** One call of the specification that writes (WRITE-1). */
export interface WriteCall {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  /** Behind `/rest/`. */
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Version from which the long text was edited; a plain client sends none and is not checked. */
  readonly ifMatch?: number | undefined;
  /** Newest version of the rows that the person saw (WRITE-4.6); a plain client sends none, and nothing is compared. */
  readonly seen?: number | undefined;
  /** Time by the device's clock, unverified (ID-3). */
  readonly claimedAt?: number | undefined;
  /** Device's clock minus the server's in milliseconds; undefined for a plain client and an older build. */
  readonly clockOffset?: number | undefined;
  /** Puts the rows of files that came with a form, before the effects that refer to them; the body names them by id. */
  readonly putFiles?: ((write: PreparedWrite) => Promise<void>) | undefined;
}

/** A call whose mutations are prepared and not applied yet. */
export interface PreparedWrite {
  readonly tx: WriteTx;
  readonly actor: Actor;
  readonly prepared: readonly Prepared[];
}

/** The result of a call. */
export interface Applied {
  readonly stream: string;
  /** The version of the call; where nothing changed, the present head (such a call claims no version). */
  readonly version: number;
  /** The row of the call. */
  readonly ref: RowRef;
  readonly mutations: readonly string[];
}

interface RunDeps {
  readonly newId: Machine['newId'];
  readonly consequences: readonly Consequence[];
  readonly afterCommit: ConsequenceContext['afterCommit'];
}

interface RunInput {
  readonly call: WriteCall;
  readonly target: RestTarget;
  readonly deps: RunDeps;
  /** The stream whose epoch the device named; a batch never mixes streams. */
  readonly stream?: string | undefined;
}

interface Run {
  readonly tx: WriteTx;
  readonly actor: Actor;
  readonly reader: Reader;
  readonly call: WriteCall;
  readonly deps: RunDeps;
}

/** File fields of the specification. Where no mutation stores one, it may only be empty. */
const FILE_FIELDS = ['document', 'image', 'background_image', 'attachment', 'profile_image'];

/**
 * Runs a call: parse, authorise, compare the text's version, apply the effects, put the rows. All mutations of a PATCH
 * happen together, in one version. Throws CairnError; nothing has happened then.
 */
export async function runCall(tx: WriteTx, actor: Actor, input: RunInput): Promise<Applied> {
  const { target, deps } = input;
  const call = { ...input.call, body: withoutEmptyFiles(input.call.body, target.mutations) };
  requireCleanText(call.body);
  requireCleanText(target.params);
  tx.setAuthor({ orgUserId: actor.orgUserId, claimedAt: plausibleClaim(call, tx.at) });
  const reader = readerOf(tx, actor);
  const run: Run = { tx: bringingFiles(tx, actor), actor, call, deps, reader };
  const meant = chooseMutations(target.mutations, call.body);
  requireEdgeFields(call.body);
  const resolver = createResolver({ tx, actor, reader: run.reader, newId: deps.newId });
  const prepared: Prepared[] = [];
  for (const mutation of meant) {
    const args = await mutation.rest.fromRest({ params: target.params, body: call.body }, resolver);
    prepared.push(mutation.prepare(args));
  }
  for (const { refs } of prepared) requireStream(refs, actor, input.stream);
  await call.putFiles?.({ tx, actor, prepared });
  let ref: RowRef | undefined;
  for (const one of prepared) ref = await runMutation(run, one);
  if (ref === undefined)
    throw new CairnError(refuse('invalid', /*i18n*/ 'There is nothing to change'));
  const stream = streamOfRef(ref, actor);
  return {
    stream,
    version: tx.head(stream),
    ref,
    mutations: meant.map((mutation) => mutation.name),
  };
}

async function runMutation(run: Run, prepared: Prepared): Promise<RowRef> {
  const { tx, actor, reader, call, deps } = run;
  const [first] = prepared.refs;
  if (first === undefined) throw new Error(`${prepared.name} is about no row`);
  const refusal = await prepared.check(reader, actor);
  const consequences = deps.consequences.filter(({ mutation }) => mutation === prepared.name);
  const isGuess = consequences.some(({ replacesEffects }) => replacesEffects);
  const isAllowed = refusal === undefined || refusal.code === 'parent_gone';
  if (call.method === 'POST' && isAllowed && !isGuess) {
    if (await isRepeatedCreate({ tx, actor, placeOf }, prepared)) return first;
  }
  if (refusal !== undefined) {
    const missing = refusal.code === 'not_found' || refusal.code === 'invalid';
    const gone = missing && (await isParentDeleted(run, prepared.parents));
    if (gone) {
      throw new CairnError(refuse('parent_gone', /*i18n*/ 'What this belongs to has been deleted'));
    }
    const isErased = refusal.code === 'not_found' && (await isParentDeleted(run, [first]));
    throw new CairnError(
      isErased ? refuse('not_found', /*i18n*/ 'This has been deleted for good') : refusal,
    );
  }
  if (call.method === 'POST') await rejectClaimed(run, first);
  await requireText(run, prepared);
  const context = {
    args: prepared.args,
    actor,
    tx,
    newId: deps.newId,
    device: { claimedAt: plausibleClaim(call, tx.at), clockOffset: call.clockOffset },
    afterCommit: deps.afterCommit,
  };
  const before: unknown[] = [];
  for (const consequence of consequences) before.push(await consequence.before?.(context));
  if (!isGuess) {
    const predicted = consequences.flatMap(({ replacesTable }) => replacesTable ?? []);
    for (const effect of prepared.effects({ actor, at: tx.at })) {
      if (!predicted.includes(effect.table)) await putEffect(run, effect);
    }
  }
  let shown = first;
  for (const [index, { apply }] of consequences.entries()) {
    shown = (await apply(context, before[index])) ?? shown;
  }
  return shown;
}

async function putEffect({ tx, actor, call, deps }: Run, effect: Effect): Promise<void> {
  const entity = requireEntity(effect.table);
  const place = placeOf(effect.table, actor);
  const before = await tx.get(entity, place, effect.id);
  const after = effect.apply(before);
  if (call.seen !== undefined && before !== undefined && before.v > call.seen) {
    const { seen } = call;
    const claimedAt = plausibleClaim(call, tx.at);
    await keepOverwritten({ tx, actor, seen, claimedAt, newId: deps.newId }, entity, {
      before,
      after,
    });
  }
  await (after === undefined ? tx.remove(entity, place, effect.id) : tx.put(entity, place, after));
}

/** ID-3: the time of the action by the device's clock; undefined for none and an implausible one. */
function plausibleClaim({ claimedAt }: WriteCall, now: number): number | undefined {
  return claimedAt !== undefined && isPlausible(claimedAt, now) ? claimedAt : undefined;
}

/** An id that a device chose belongs to one row for ever: a second create never overwrites the first. */
async function rejectClaimed({ tx, actor }: Run, ref: RowRef): Promise<void> {
  if (!v.is(uuidSchema, ref.id)) return;
  const existing = await tx.stored(requireEntity(ref.table), placeOf(ref.table, actor), ref.id);
  if (existing === undefined) return;
  throw new CairnError(refuse('conflict', /*i18n*/ 'There is something with this id already'));
}

/** WRITE-4: a long text that has changed since the version it was edited from is not overwritten. */
async function requireText({ tx, actor, call }: Run, { text }: Prepared): Promise<void> {
  if (text === undefined || call.ifMatch === undefined) return;
  const { table, id, field } = text;
  const stored = await tx.stored(requireEntity(table), placeOf(table, actor), id);
  const current = stored?.row[field];
  const changedAt = stored?.textVersions[field] ?? 0;
  if (stored === undefined || changedAt <= call.ifMatch || current === text.text) return;
  const key = { orgId: actor.orgId, table, id, field };
  const author = await authorOf(await tx.sql(), key);
  throw new CairnError(
    refuse('text_conflict', /*i18n*/ 'Somebody else has changed this text meanwhile', {
      current,
      v: changedAt,
      field,
      // Nobody where the activity log has no entry of it, as of a personal row or one older than it is kept.
      ...(author !== '' && { author }),
    }),
  );
}

/** Chooses the mutations of a body: the only one of its path, or those of a PATCH whose fields it names. */
function chooseMutations(
  candidates: readonly Mutation[],
  body: Readonly<Record<string, unknown>>,
): readonly Mutation[] {
  const known = new Set(
    candidates.flatMap(({ rest }) => [...rest.bodyFields, ...(rest.modifierFields ?? [])]),
  );
  const stranger = Object.keys(body).find((name) => !known.has(name));
  if (stranger !== undefined) {
    throw new CairnError(
      refuse('unknown_field', `"${stranger}" is not a field of this call`, { field: stranger }),
    );
  }
  if (candidates[0]?.rest.method !== 'PATCH') return candidates;
  const meant = candidates.filter((one) => one.rest.bodyFields.some((name) => name in body));
  if (meant.length === 0)
    throw new CairnError(refuse('invalid', /*i18n*/ 'There is nothing to change'));
  return meant;
}

/**
 * Passes file fields on to mutations that store them. An empty one among other fields of a form only means that no
 * file was chosen; alone it clears the file. A field that no mutation of the call stores may only be empty.
 */
function withoutEmptyFiles(
  body: Readonly<Record<string, unknown>>,
  mutations: readonly Mutation[],
): Readonly<Record<string, unknown>> {
  const hasFile = FILE_FIELDS.some((name) => name in body);
  if (!hasFile || mutations[0]?.rest.method === 'DELETE') return body;
  const kept = new Set(mutations.flatMap(({ rest }) => rest.fileFields ?? []));
  const isAlone = Object.keys(body).length === 1;
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => {
      if (!FILE_FIELDS.includes(name)) return true;
      if (kept.has(name)) return value !== '' || isAlone;
      if (value === '' || value === null) return false;
      throw new CairnError(refuse('invalid', 'This call stores no file', { field: name }));
    }),
  );
}

/**
 * Rows of a project that is being erased are missing for every call: its own row goes first, the others follow in later
 * writes (ERASE-2.6). Files are not: the picture of a new project is there before the project.
 */
function readerOf(tx: WriteTx, actor: Actor): Reader {
  return {
    get: async (entity, id) => {
      const row = await tx.get(entity, placeOf(entity.table, actor), id);
      const project = row === undefined ? undefined : projectOfScope(row.scope);
      if (project === undefined || project === id || entity.table === files.table) return row;
      const parent = await tx.get(projects, { orgId: actor.orgId }, project);
      return parent === undefined ? undefined : row;
    },
    haveRemoved: (of, values) => haveRemoved({ tx, actor }, of, values),
  };
}

function placeOf(table: string, actor: Actor): RowPlace {
  return requireEntity(table).stream === 'user'
    ? { orgId: actor.orgId, owner: actor.orgUserId }
    : { orgId: actor.orgId };
}

function streamOfRef(ref: RowRef, actor: Actor): string {
  return requireEntity(ref.table).stream === 'user'
    ? userStream(actor.orgUserId)
    : orgStream(actor.orgId);
}

function requireStream(refs: readonly RowRef[], actor: Actor, stream: string | undefined): void {
  if (stream === undefined || refs.every((ref) => streamOfRef(ref, actor) === stream)) return;
  throw new CairnError(refuse('invalid', 'This call belongs to another stream'));
}

function requireEntity(table: string) {
  const entity = entityOf(table);
  if (entity === undefined) throw new Error(`There is no table ${table}`);
  return entity;
}
