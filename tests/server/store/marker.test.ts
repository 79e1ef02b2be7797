import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openMarker } from '../../../server/store/marker.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { startTestApp } from '../../support/test-app.ts';
import { foundTeam } from '../support/team.ts';

forEachDatabase('the note that there has been data', (open) => {
  it('rejects a database that opens empty, and accepts the one with the data', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-marker-'));
    const database = await open();
    const { confirm } = await openMarker(folder, database);
    // Without data the note is empty, and another empty database is accepted.
    await confirm();
    await openMarker(folder, await open());
    const setup = await startTestApp(database);
    await foundTeam(setup.app, 'ada@field.test', 'Field Work');
    await setup.close();
    await confirm();
    await expect(openMarker(folder, await open())).rejects.toThrow(
      /The database is empty, but .* held data before/,
    );
    await openMarker(folder, database);
    rmSync(folder, { recursive: true, force: true });
  });
});
