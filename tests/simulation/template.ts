import { postgresPrograms, startPgCluster } from '../support/pg-cluster.ts';
import type { Cast } from './people.ts';
import { createRandom } from './random.ts';
import { seedOrganization } from './seed-organization.ts';
import { copyData, createDataFolders } from './server-data/data-folder.ts';
import { postgresData, postgresTemplate } from './server-data/postgres-data.ts';
import type { ServerData } from './server-data/server-data.ts';
import { sqliteData } from './server-data/sqlite-data.ts';
import { createSimServer } from './sim-server.ts';
import type { Theme } from './themes/theme.ts';
import { installVirtualLoop } from './virtual-loop.ts';

/** A server that was filled once; every schedule starts with a copy of its data. */
export interface Template {
  /** Rejects when the theme needs a PostgreSQL and there is none (`canRun`). */
  readonly copy: (theme: Theme) => Promise<Copy>;
  readonly remove: () => Promise<void>;
}

interface Copy {
  readonly data: ServerData;
  readonly cast: Cast;
}

/** False for a theme that needs a PostgreSQL on a machine without one; with `CI` set that is an error. */
export function canRun(theme: Theme): boolean {
  return theme.isPostgres !== true || postgresPrograms() !== undefined;
}

export async function createTemplate(): Promise<Template> {
  const folders = createDataFolders();
  const folder = folders.fresh();
  const source = sqliteData({});
  const cast = await fill(source, () => copyData(source.folder(), folder));
  let postgres: Promise<PostgresTemplate> | undefined;
  return {
    copy: async (theme) => {
      if (theme.isPostgres === true) return (await (postgres ??= fillPostgres())).copy();
      return { cast, data: sqliteData({ template: folder, isShared: (theme.processes ?? 1) > 1 }) };
    },
    remove: async () => {
      folders.removeAll();
      await (await postgres)?.remove();
    },
  };
}

/** Name of a database with the product's tables. */
const EMPTY = 'empty';

interface PostgresTemplate {
  readonly copy: () => Promise<Copy>;
  readonly remove: () => Promise<void>;
}

async function fillPostgres(): Promise<PostgresTemplate> {
  // A worker that vacuums whenever it likes would change the order of rows.
  const cluster = await startPgCluster({ durable: false, settings: { autovacuum: 'off' } });
  await postgresTemplate(cluster, EMPTY);
  const source = await postgresData({ cluster, template: EMPTY });
  const cast = await fill({ ...source, remove: source.close }, () => undefined);
  return {
    copy: async () => ({ cast, data: await postgresData({ cluster, template: source.name }) }),
    remove: cluster.stop,
  };
}

/** Calls `filled` before the server ends. */
async function fill(data: ServerData, filled: () => void): Promise<Cast> {
  const loop = installVirtualLoop();
  try {
    const random = createRandom('template');
    data.join?.(loop, random.fork('statements'));
    const server = createSimServer({ loop, random, data });
    await loop.settle(server.start());
    const services = server.app()?.services;
    if (services === undefined) throw new Error('The server did not start');
    const cast = await loop.settle(seedOrganization(services));
    filled();
    await loop.settle(server.end());
    return cast;
  } finally {
    loop.uninstall();
  }
}
