import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { newEpoch } from '../../../server/writer/maintenance.ts';
import type { App } from '../../../server/app.ts';
import { openDatabase } from '../../../server/store/open.ts';
import { foundTeam, orgStreamOf, type Team, userStreamOf } from '../../server/support/team.ts';
import { copyData } from '../../simulation/server-data/data-folder.ts';
import { startTestApp } from '../../support/test-app.ts';
import { createDevice, type Device } from './device.ts';

/** A server whose data folder can be restored to an earlier state, and a device of the team's founder. */
export interface Restorable {
  /** The present server. */
  readonly app: () => App;
  readonly team: Omit<Team, 'setup'>;
  /** A device that has downloaded everything. */
  readonly device: Device;
  /** A copy of the server's folder; usable for one restore. */
  readonly backup: () => string;
  /** Restores a folder with new epochs. */
  readonly restore: (folder: string) => Promise<void>;
  /** The same without new epochs, as when a copy of the folder replaces it. */
  readonly rollBack: (folder: string) => Promise<void>;
  readonly end: () => Promise<void>;
}

export async function startRestorable(): Promise<Restorable> {
  const root = mkdtempSync(join(tmpdir(), 'cairn-restorable-'));
  const open: (() => Promise<void>)[] = [];
  const serve = async (folder: string) => {
    const database = await openDatabase({ dataDir: folder });
    const { app, close, clock } = await startTestApp(database);
    // Restoring a server takes time.
    clock.time += open.length * 60_000;
    open.push(async () => {
      await close();
      await database.close();
    });
    return { folder, app };
  };
  let now = await serve(mkdtempSync(join(root, 'a')));
  const team = await foundTeam(now.app, 'ada@field.test', 'Field Work');
  const device = createDevice(() => now.app, team.founder);
  await device.sync();
  return {
    app: () => now.app,
    team,
    device,
    backup: () => {
      const folder = mkdtempSync(join(root, 'b'));
      copyData(now.folder, folder);
      return folder;
    },
    restore: async (folder) => {
      now = await serve(folder);
      for (const stream of [orgStreamOf(team.founder), userStreamOf(team.founder)]) {
        await newEpoch(
          now.app.services.writer,
          { orgId: team.founder.orgId ?? '', stream },
          (count) => new Uint8Array(randomBytes(count)),
        );
      }
    },
    rollBack: async (folder) => {
      now = await serve(folder);
    },
    end: async () => {
      device.close();
      for (const close of open.splice(0)) await close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
