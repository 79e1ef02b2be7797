import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import type { Database } from '../../../server/store/database.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { type Actor, canaryScopes, everyActor, foundTwin } from './actors.ts';
import { type CallShape, everyCall } from './calls.ts';
import { type Kind, ownReads, type Probe, probeOf, pushProbe, syncProbes } from './probes.ts';
import type { Listening } from './sockets.ts';
import { fillTenant, makeEverything, type Tenant } from './tenant.ts';
import { forbiddenTexts, judge, send, stateOf, type Watch } from './watch.ts';

/** Three organisations, all actors, and all probes. */
export interface Scene {
  readonly setup: TestApp;
  readonly watch: Watch;
  readonly actors: readonly Actor[];
  readonly shapes: readonly CallShape[];
  readonly log: string[];
}

/** Calls after which the caller's bearer token may be invalid. */
const ENDS_SESSIONS = /logout|session\/end|password|email-address|account/;
const MANY = { burst: 100_000, refillMs: 1 };

export async function setUp(database: Database): Promise<Scene> {
  const log: string[] = [];
  const setup = await startTestApp(database, {
    limits: {
      requestsPerMinute: 0,
      auth: {
        perAddress: MANY,
        perAccount: MANY,
        perDevice: MANY,
        mailsPerAddress: MANY,
        invitations: MANY,
        invitationsPerAddress: MANY,
      },
    },
    log: pino({ level: 'debug' }, { write: (line: string) => void log.push(line) }),
  });
  const early = await foundTwin(setup, 'CCANARY');
  const victim = await fillTenant(setup, 'ACANARY');
  const stranger = await fillTenant(setup, 'BCANARY');
  const actors = await everyActor(setup, { victim, stranger, early });
  const words = await canaryScopes(setup, victim);
  const watch = { victim, stranger, words, findings: { leaks: [], breaks: [] } };
  return { setup, watch, actors, shapes: await everyCall(setup.app), log };
}

/** A probe, and whether it may have ended the session of its sender. */
export interface Attempt {
  readonly probe: Probe;
  readonly endsSession: boolean;
  /** Shows the effects of the previous probes. */
  readonly isAfterwards: boolean;
}

/** Every call with every variant, as this actor would try it. */
export async function attemptsOf(
  { setup, watch, shapes }: Scene,
  actor: Actor,
  kinds: readonly Kind[],
): Promise<readonly Attempt[]> {
  const { victim } = watch;
  const attempts: Attempt[] = [];
  const add = (probe: Probe, path = '') => {
    attempts.push({ probe, endsSession: ENDS_SESSIONS.test(path), isAfterwards: false });
  };
  const afterwards = ownReads(shapes, actor).map((probe) => ({
    probe,
    endsSession: false,
    isAfterwards: true,
  }));
  if (actor.isVictim === true) return afterwards.map((one) => ({ ...one, isAfterwards: false }));
  // A row that is deleted again would not be detected.
  for (const isLast of [false, true]) {
    for (const kind of kinds) {
      for (const shape of shapes.filter(({ method }) => (method === 'DELETE') === isLast)) {
        add(probeOf(shape, { actor, victim, kind, serial: attempts.length }), shape.path);
      }
    }
    attempts.push(...afterwards);
  }
  for (const key of ['stored_files', 'group_files', 'workspace_files', 'direct_files']) {
    for (const id of new Set([victim.book.ids.get(key), actor.own.ids.get(key)])) {
      add({ method: 'GET', url: `/rest/files/${id}`, body: undefined });
    }
  }
  const half = `/rest/files/${victim.book.ids.get('half_files')}/`;
  const tail = `?organization_accesskey_id=${actor.client.orgId ?? ''}`;
  add({ method: 'DELETE', url: `${half}${tail}`, body: undefined });
  const scopes = [...new Set((await stateOf(setup, victim)).keys())];
  const epoch = await epochOf(setup, victim);
  for (const org of new Set([actor.client.orgId ?? '', victim.book.orgId])) {
    for (const probe of syncProbes(victim, scopes, org)) add(probe);
    for (const kind of ['foreign', 'mixed'] as const) {
      const stream = { name: `org:${victim.book.orgId}`, epoch, org };
      const probe = pushProbe(shapes, { actor, victim, kind, serial: attempts.length }, stream);
      add(probe);
      add({ ...probe, body: { ...probe.body, stream: `org:${actor.own.orgId}` } });
    }
  }
  return [...attempts, ...afterwards];
}

/** Sends one probe, records the result, and renews the session. */
export async function attempt(
  { setup, watch }: Scene,
  actor: Actor,
  { probe, endsSession }: Attempt,
): Promise<void> {
  judge(watch, actor, probe, await send(setup, actor, probe));
  if (endsSession) await actor.restore();
}

async function epochOf({ app }: TestApp, { book }: Tenant): Promise<string> {
  const { epoch } = await app.services.database.db
    .selectFrom('streams')
    .select('epoch')
    .where('stream', '=', `org:${book.orgId}`)
    .executeTakeFirstOrThrow();
  return epoch;
}

/** The founder creates one more row of every kind, with every socket open. */
export async function makeChanges({ setup, watch, actors }: Scene, serial = 1): Promise<void> {
  const { team, book, canary } = watch.victim;
  const making = { app: setup.app, book, canary, ids: new Map(book.ids), serial };
  await makeEverything(team.founder, making);
  const message = `${canary}-group-message`;
  // More messages than others have sent over the sockets: in their conversations, messages after
  // the last number are delivered.
  for (let count = 0; count < 5; count += 1) {
    await team.founder.post('message/create/', { group: book.ids.get('groups'), message });
  }
  // Events in other organisations are delivered now.
  for (const { client, own } of actors) {
    if (own.orgId === book.orgId) continue;
    await client.post('message/create/', { group: own.ids.get('groups'), message: 'Elsewhere' });
  }
  await setup.app.services.mailer.settle();
  await sleep(100);
}

export function mailsToOthers({ setup, watch }: Scene): readonly string[] {
  const { victim, stranger } = watch;
  const domain = `@${stranger.canary.toLowerCase()}.test`;
  return setup.mails
    .filter((mail) => mail.to.endsWith(domain))
    .map((mail) => JSON.stringify(mail))
    .filter((text) => text.toLowerCase().includes(victim.canary.toLowerCase()));
}

export function framesOf(watch: Watch, listening: readonly Listening[]): readonly string[] {
  return listening.flatMap(({ actor, url, frames }) => {
    const leaked = forbiddenTexts(watch, actor, frames.join('\n'));
    return leaked.length === 0 ? [] : [`${actor.name}: ${url} received ${leaked.join(', ')}`];
  });
}
