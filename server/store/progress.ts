import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Database } from './database.ts';
import { countWrites } from './erased-writes.ts';

/**
 * Number of writes in the database, noted outside of it (EPOCH-1). A database with fewer writes at the next start has
 * gone back: its file was replaced by an older copy, its log was lost, or a replica took over that had not received
 * all writes.
 */
export interface Progress {
  /** The database has fewer writes than were noted. */
  readonly isBehind: boolean;
  /** Notes the present count soon; several calls in a row cause one write of the file. */
  readonly note: () => void;
  /** Notes the present count now, also a lower one, and ends what `note` has begun. */
  readonly write: () => Promise<void>;
}

const FILE = 'cairn-progress.json';
const NOTE_EVERY_MS = 2_000;

const noteSchema = v.object({ database: v.string(), writes: v.number() });

export async function openProgress(
  dataDir: string,
  database: Pick<Database, 'kind' | 'snapshot'>,
): Promise<Progress> {
  const path = join(dataDir, FILE);
  let timer: NodeJS.Timeout | undefined;
  /**
   * Only committed writes are counted, and a commit is on the disk before anybody can read it: after a kill or a power
   * cut the note may be behind, never ahead. It therefore needs no sync of its own, and a note that a power cut has
   * torn is ignored.
   */
  const write = async () => {
    clearTimeout(timer);
    timer = undefined;
    const writes = await database.snapshot(countWrites);
    const draft = `${path}.draft`;
    writeFileSync(draft, `${JSON.stringify({ database: database.kind, writes })}\n`, {
      mode: 0o600,
    });
    renameSync(draft, path);
  };
  return {
    isBehind: (await database.snapshot(countWrites)) < noted(path, database.kind),
    note: () => {
      timer ??= setTimeout(() => {
        // A full disk: the next write notes the count again.
        write().catch(() => undefined);
      }, NOTE_EVERY_MS).unref();
    },
    write,
  };
}

function noted(path: string, kind: Database['kind']): number {
  if (!existsSync(path)) return 0;
  const read = v.safeParse(
    v.pipe(v.string(), v.parseJson(), noteSchema),
    readFileSync(path, 'utf8'),
  );
  return read.success && read.output.database === kind ? read.output.writes : 0;
}
