import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { Database } from '../../../server/store/database.ts';

/** Name of the object of an attached file. */
export const FILE_NAME = '0123456789abcdef0123456789abcdef';

/** Paths for each test of a file, in a folder that is removed after it; the folder of backups does not exist at first. */
export function backupFolders() {
  let path = '';
  beforeEach(() => {
    path = mkdtempSync(join(tmpdir(), 'cairn-backups-'));
  });
  afterEach(() => rmSync(path, { recursive: true, force: true }));
  return {
    root: () => path,
    folder: () => join(path, 'backups'),
    dataDir: () => join(path, 'data'),
  };
}

/** Adds the row of an attached file of `size` bytes, without its object. */
export async function addFileRow({ writer }: Database, size = 4): Promise<void> {
  await writer.begin();
  await writer.run(
    `insert into file_contents (org_id, file, variant, name, media_type, size, digest, created_at)
     values ('1', 'f', 'full', ?, 'text/plain', ?, '', 1)`,
    [FILE_NAME, size],
  );
  await writer.commit();
}
