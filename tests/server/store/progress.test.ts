import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openProgress } from '../../../server/store/progress.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { startTestApp } from '../../support/test-app.ts';
import { foundTeam } from '../support/team.ts';

forEachDatabase('the noted number of writes', (open) => {
  it('[EPOCH-1.9] distinguishes a database that has gone back from one that has continued', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-progress-'));
    const database = await open();
    const isBehind = async () => (await openProgress(folder, database)).isBehind;
    const setup = await startTestApp(database);
    await foundTeam(setup.app, 'ada@field.test', 'Field Work');
    await setup.close();
    expect(await isBehind()).toBe(false);
    await (await openProgress(folder, database)).write();
    expect(await isBehind()).toBe(false);
    const move = (by: number) =>
      database.writer.run("update streams set head = head + ? where stream like 'org:%'", [by]);
    // A kill between a commit and the note.
    await move(1);
    expect(await isBehind()).toBe(false);
    await move(-2);
    expect(await isBehind()).toBe(true);
    await (await openProgress(folder, database)).write();
    expect(await isBehind()).toBe(false);
    // Torn by a power cut.
    writeFileSync(join(folder, 'cairn-progress.json'), '');
    expect(await isBehind()).toBe(false);
    rmSync(folder, { recursive: true, force: true });
  });
});
