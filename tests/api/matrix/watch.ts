import { ENTITIES } from '../../../model/entities/registry.ts';
import type { TestApp } from '../../support/test-app.ts';
import { type Actor, scopeOf, wordsIn } from './actors.ts';
import type { Probe } from './probes.ts';
import { rowsIn, type Tenant } from './tenant.ts';

/** An answer as it went over the wire. */
export interface Heard {
  readonly status: number;
  readonly text: string;
}

/** What was found out by trying; empty lists are the aim. */
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

/** Sends a request as a stranger's own tool would. */
export async function send(world: TestApp, { client }: Actor, probe: Probe): Promise<Heard> {
  const reply = await world.app.fastify.inject({
    method: methodOf(probe.method),
    url: probe.url,
    headers: client.token === undefined ? {} : { authorization: `Bearer ${client.token}` },
    remoteAddress: '198.51.100.7',
    ...(probe.body === undefined ? {} : { payload: probe.body }),
  });
  return { status: reply.statusCode, text: `${JSON.stringify(reply.headers)}\n${reply.body}` };
}

/** Notes what the actor must not have been told, and answers that nobody planned. */
export function judge(watch: Watch, actor: Actor, probe: Probe, heard: Heard): void {
  const { findings } = watch;
  const told = forbiddenWords(watch, actor, heard.text);
  const what = `${actor.name}: ${probe.method} ${probe.url}`;
  if (told.length > 0) findings.leaks.push(`${what} told ${told.join(', ')}`);
  if (heard.status >= 500) findings.breaks.push(`${what} answered ${heard.status}: ${heard.text}`);
}

/** The words in a text that this actor may not read. */
export function forbiddenWords(
  { victim, stranger, words }: Watch,
  actor: Actor,
  text: string,
): readonly string[] {
  const theirs = wordsIn(text, victim.canary).filter((word) => {
    const scopes = words.get(word);
    if (actor.scopes === undefined) return true;
    return scopes !== undefined && ![...scopes].some((scope) => actor.scopes?.has(scope));
  });
  const others = actor.ofStranger ? [] : wordsIn(text, stranger.canary);
  return [...theirs, ...others];
}

/** Every row of an organisation as text, by scope: what nobody has touched reads the same later. */
export async function stateOf(
  world: TestApp,
  { book }: Tenant,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const { table } of ENTITIES) {
    for (const row of await rowsIn(world.app, table, book.orgId)) {
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
