import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { importArchive } from '../../../server/archive/import-archive.ts';
import { folderStorage } from '../../../server/files/folder-storage.ts';
import { ADVISORY_LOCKS } from '../../../server/store/advisory-locks.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { startTestApp } from '../../support/test-app.ts';
import { foundTeam, freshId, hire, ok, startTeam } from '../support/team.ts';
import { archiveFolder, exportFrom } from './archives.ts';

it('each advisory lock has a number of its own', () => {
  const numbers = Object.values(ADVISORY_LOCKS);
  expect(new Set(numbers).size).toBe(numbers.length);
});

forEachDatabase('an import into a running server', (open, openAgain) => {
  const done: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (const step of done.splice(0).toReversed()) await step();
  });

  it('stops no sign-up, no invitation and no new channel before its commit', async () => {
    const from = await startTeam(open);
    done.push(() => from.setup.close());
    const archives = archiveFolder();
    done.push(archives.remove);
    const path = archives.path('team.tar.gz');
    await exportFrom(from.app, from.founder.orgId ?? '', { path, folder: archives.folder });

    const database = await open();
    const setup = await startTestApp(await openAgain(database));
    done.push(() => setup.close());
    const work = async () => {
      const team = { setup, ...(await foundTeam(setup.app, 'eve@else.test', 'Elsewhere')) };
      await hire(team, 'kim@else.test');
      ok(await team.founder.post('groups/create/', { id: freshId(), name: 'Quiet', members: [] }));
    };
    const { writer, kind } = database;
    const commit = async () => {
      // SQLite serves one process: its server is stopped for an import.
      if (kind === 'postgres') await work();
      await writer.commit();
    };
    const folder = mkdtempSync(join(tmpdir(), 'cairn-import-'));
    done.push(() => rmSync(folder, { recursive: true, force: true }));
    const imported = await importArchive({
      path,
      database: {
        kind,
        // Not copied: its Kysely is available only while a transaction is open.
        writer: new Proxy(writer, {
          get: (target, name) => (name === 'commit' ? commit : Reflect.get(target, name)),
        }),
      },
      storage: folderStorage(folder),
      random: (count) => new Uint8Array(randomBytes(count)),
      clock: setup.clock,
      again: false,
    });
    if (kind === 'sqlite') await work();
    const organizations = await database.snapshot((sql) =>
      sql.all('select name from organizations order by name'),
    );
    expect(organizations).toEqual([{ name: 'Elsewhere' }, { name: 'Field Work' }]);
    expect(imported).toMatchObject({ name: 'Field Work', people: 1 });
  });
});
