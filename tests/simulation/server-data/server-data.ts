import type { Database } from '../../../server/store/database.ts';
import type { Truth } from '../truth.ts';
import type { VirtualLoop } from '../virtual-loop.ts';
import type { SeededRandom } from '../random.ts';

/** The data of a simulated server, which outlive its processes. */
export interface ServerData {
  /** To be called first where it is present: the world and the work of the database wait for each other. */
  readonly join?: (loop: VirtualLoop, random: SeededRandom) => void;
  /** Resolves when one more process may open them; the result is called when it has. */
  readonly reserve: () => Promise<() => void>;
  readonly open: (isDead: () => boolean) => Promise<OpenData>;
  /** Of the present data; closed by the caller. */
  readonly readTruth: () => Truth;
  /** Nothing that present processes still do has an effect any more, as after `kill -9`. */
  readonly detach: () => void;
  readonly backup: () => void;
  readonly hasBackup: () => boolean;
  /** Replaces the data by the backup; with an epoch, as the restore of a backup does (EPOCH-1). */
  readonly putBack: (epoch?: string) => void;
  /** Called when nothing of the processes is left. */
  readonly remove: () => Promise<void>;
}

/** The data as one process has them open. */
export interface OpenData {
  readonly database: Database;
  /** Ends its transaction like `kill -9`; what the rest of the process still writes is refused. */
  readonly kill: () => void;
  readonly close: () => Promise<void>;
}
