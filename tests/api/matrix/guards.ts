import type { Database } from '../../../server/store/database.ts';
import { openDatabase } from '../../../server/store/open.ts';
import type { Sql } from '../../../server/store/sql.ts';
import type { Actor } from './actors.ts';
import { openElsewhere } from './elsewhere.ts';
import type { Site } from './planted.ts';
import { KINDS } from './probes.ts';
import {
  type Attempt,
  attempt,
  attemptsOf,
  framesOf,
  mailsToOthers,
  type Scene,
  setUp,
  makeChanges,
} from './scene.ts';
import { secondGuardOf } from './second-guards.ts';
import { listenEverywhere, type Listening } from './sockets.ts';
import { changesBetween, stateOf } from './watch.ts';

/** The guard that is switched off, and those reached since the last query. */
interface Switches {
  down: number | undefined;
  readonly reached: Set<number>;
}

/** A probe with the guards that it reaches. */
interface Aimed extends Attempt {
  readonly actor: Actor;
  readonly guards: ReadonlySet<number>;
}

/**
 * Tries the guards of files whose name matches `only`, quickly with the matrix alone; prints the
 * result of each and returns the number of undetected ones.
 */
export async function tryGuards(
  sites: readonly Site[],
  { only, isQuick }: { readonly only: RegExp; readonly isQuick: boolean },
): Promise<number> {
  const switches: Switches = { down: undefined, reached: new Set() };
  const isDown = (id: number): boolean => {
    switches.reached.add(id);
    return switches.down === id;
  };
  Object.assign(globalThis, { guardIsDown: isDown });
  const database = await openDatabase({ memory: true });
  const scene = await setUp(listeningDatabase(database, isDown));
  const talked = new Set<number>();
  await talk(scene, 1);
  for (const id of switches.reached) talked.add(id);
  const setup: Siege = { scene, switches, kept: await keep(database, scene) };
  const aimed = await aim(setup);
  requireNothing(scene, 'before any guard is down');
  process.stdout.write(`${aimed.length} probes, ${sites.length} guards\n`);
  const counts = { matrix: 0, elsewhere: 0, doubled: 0, survived: 0 };
  const elsewhere = openElsewhere(process.cwd());
  for (const site of sites.filter(({ file, line }) => only.test(`${file}:${line}`))) {
    const { id, file, line, what } = site;
    const noticed =
      (await siege(setup, aimed, id)) ?? (talked.has(id) ? await eavesdrop(setup, id) : undefined);
    const doubled = secondGuardOf(site);
    const by =
      noticed !== undefined
        ? 'matrix'
        : doubled !== undefined
          ? 'doubled'
          : !isQuick && elsewhere.notices(site)
            ? 'elsewhere'
            : 'survived';
    counts[by] += 1;
    const reach = aimed.filter(({ guards }) => guards.has(id)).length;
    const words = noticed ?? doubled ?? `${reach} probes reach it`;
    process.stdout.write(
      `${by.padEnd(9)} ${file}:${line} ${what}: ${words.slice(0, 200).replaceAll('\n', ' ')}\n`,
    );
  }
  elsewhere.close();
  process.stdout.write(`${JSON.stringify(counts)}\n`);
  await scene.setup.close();
  await database.close();
  return counts.survived;
}

interface Siege {
  readonly scene: Scene;
  readonly switches: Switches;
  readonly kept: { readonly restore: () => Promise<void> };
}

/** Sends every probe once with all guards active and records the guards that each reaches. */
async function aim({ scene, switches, kept }: Siege): Promise<readonly Aimed[]> {
  const aimed: Aimed[] = [];
  for (const actor of scene.actors) {
    await kept.restore();
    for (const one of await attemptsOf(scene, actor, KINDS)) {
      switches.reached.clear();
      await attempt(scene, actor, one);
      aimed.push({ ...one, actor, guards: new Set(switches.reached) });
    }
  }
  return aimed;
}

/** The findings with the guard switched off; undefined when there were none. */
async function siege(
  { scene, switches, kept }: Siege,
  aimed: readonly Aimed[],
  id: number,
): Promise<string | undefined> {
  const { setup, watch } = scene;
  for (const [actor, all] of Map.groupBy(aimed, (one) => one.actor)) {
    if (!all.some(({ guards }) => guards.has(id))) continue;
    const attempts = all.filter(({ guards, isAfterwards }) => isAfterwards || guards.has(id));
    await kept.restore();
    const isForeign = actor.scopes === undefined;
    const before = await stateOf(setup, watch.victim, isForeign);
    for (const one of attempts) {
      switches.down = id;
      await attempt(scene, actor, one).finally(() => {
        switches.down = undefined;
      });
      const found = collectFindings(scene);
      if (found !== undefined) return found;
    }
    const after = await stateOf(setup, watch.victim, isForeign);
    const [change] = changesBetween(before, after, actor.mayTouch);
    if (change !== undefined) return `${actor.name} changed ${change.slice(0, 120)}`;
  }
  return undefined;
}

/** Listens on every socket while the founder creates rows, with the guard switched off. */
async function eavesdrop({ scene, switches }: Siege, id: number): Promise<string | undefined> {
  switches.down = id;
  return talk(scene, id + 2).finally(() => {
    switches.down = undefined;
  });
}

async function talk(scene: Scene, serial: number): Promise<string | undefined> {
  const listening: Listening[] = [];
  for (const actor of scene.actors) {
    await actor.restore();
    listening.push(...(await listenEverywhere(scene.setup, actor, scene.watch.victim)));
  }
  await makeChanges(scene, serial);
  const found = [...framesOf(scene.watch, listening), ...mailsToOthers(scene)];
  for (const { close } of listening) close();
  return found[0];
}

function collectFindings({ watch }: Scene): string | undefined {
  const { leaks, breaks } = watch.findings;
  const [first] = [...leaks, ...breaks];
  leaks.length = 0;
  breaks.length = 0;
  return first;
}

function requireNothing(scene: Scene, when: string): void {
  const found = [...scene.watch.findings.leaks, ...scene.watch.findings.breaks];
  if (found.length > 0) throw new Error(`Found ${when}:\n${found.slice(0, 20).join('\n')}`);
}

/** Keeps a copy of every table, and every session, to restore them. */
async function keep(
  { writer }: Database,
  { actors }: Scene,
): Promise<{ readonly restore: () => Promise<void> }> {
  const tables = (
    await writer.all(
      "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'",
    )
  ).map(({ name }) => `"${String(name)}"`);
  // The database refuses to remove rows of the security log, which a restore does.
  for (const event of ['update', 'delete']) await writer.run(`drop trigger security_log_${event}`);
  await writer.run("attach database ':memory:' as kept");
  for (const table of tables) {
    await writer.run(`create table kept.${table} as select * from main.${table}`);
  }
  const sessions = actors.map(({ client }) => ({
    client,
    token: client.token,
    orgId: client.orgId,
    cookies: [...client.cookies],
  }));
  return {
    restore: async () => {
      await writer.begin();
      for (const table of tables) {
        await writer.run(`delete from main.${table}`);
        await writer.run(`insert into main.${table} select * from kept.${table}`);
      }
      await writer.commit();
      for (const { client, token, orgId, cookies } of sessions) {
        Object.assign(client, { token, orgId });
        client.cookies.clear();
        for (const [name, value] of cookies) client.cookies.set(name, value);
      }
    },
  };
}

/** The database, with the marks in statements evaluated as switches. */
function listeningDatabase(database: Database, isDown: (id: number) => boolean): Database {
  const read = (text: string): string =>
    text.replaceAll(
      /(\S+ = [\w.?]+) \/\*guard(\d+)\*\//g,
      (_match, predicate: string, id: string) =>
        isDown(Number(id)) ? `(${predicate} or 1 = 1)` : predicate,
    );
  const marked = (sql: Sql): Sql => ({
    all: (text, parameters) => sql.all(read(text), parameters),
    run: (text, parameters) => sql.run(read(text), parameters),
  });
  return {
    ...database,
    read: marked(database.read),
    snapshot: (work) => database.snapshot((sql) => work({ ...sql, ...marked(sql) })),
    writer: { ...database.writer, ...marked(database.writer) },
  };
}
