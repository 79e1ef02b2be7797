import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { BackupRecord, BackupStatus } from '../../shared/operations.ts';
import { listBackups } from './backup-folder.ts';

/** Pause after any attempt, or a twelfth of the interval where that is shorter. */
const PAUSE_MS = 15 * 60_000;
const CHECK_MS = 30_000;
const ERROR_CHARACTERS = 500;

interface ScheduleDeps {
  readonly folder: string;
  readonly intervalMs: number;
  /** Milliseconds. */
  readonly now: () => number;
  /** Makes one backup in the folder; rejects with the reason. */
  readonly make: (signal: AbortSignal) => Promise<void>;
  readonly report: (error: unknown) => void;
}

export interface BackupSchedule {
  readonly status: () => BackupStatus;
  /** Makes a backup when one is due; a call during a backup waits for it. Never rejects. */
  readonly check: () => Promise<void>;
  /** Ends a running backup; what it has written is removed later. */
  readonly close: () => Promise<void>;
}

/**
 * Decides when a backup is due by the newest complete one in the folder, so that a restart neither repeats nor forgets
 * one. Backups from the future (the clock was set back) do not count: they neither postpone the next one nor cause one
 * at every check.
 */
export function createBackupSchedule(deps: ScheduleDeps): BackupSchedule {
  const { folder, intervalMs, now } = deps;
  const since = now();
  const aborter = new AbortController();
  let failure: BackupStatus['failure'];
  let failures = 0;
  let running: Promise<void> | undefined;
  let attemptedAt = Number.NEGATIVE_INFINITY;
  const newestOf = (records: readonly BackupRecord[]) => records.find(({ at }) => at <= now());
  const isDue = () => {
    if (Math.abs(now() - attemptedAt) < Math.min(PAUSE_MS, intervalMs / 12)) return false;
    const newest = newestOf(listBackups(folder));
    return newest === undefined || now() - newest.at >= intervalMs;
  };
  const attempt = async () => {
    try {
      if (!isDue()) return;
      await deps.make(aborter.signal);
      failure = undefined;
      attemptedAt = now();
    } catch (error) {
      if (aborter.signal.aborted) return;
      attemptedAt = now();
      failure = { at: now(), reason: error instanceof Error ? error.message : String(error) };
      failures += 1;
      deps.report(error);
    }
  };
  const check = async () => {
    if (aborter.signal.aborted) return;
    running ??= attempt().finally(() => {
      running = undefined;
    });
    await running;
  };
  return {
    check,
    status: () => {
      const records = listBackups(folder);
      const newest = newestOf(records);
      return { folder, intervalMs, since, newest, kept: records.length, failure, failures };
    },
    close: async () => {
      aborter.abort();
      await running;
    },
  };
}

/** Checks now and every half minute. Returns the function that stops it. */
export function runSchedule(schedule: BackupSchedule): () => Promise<void> {
  void schedule.check();
  const timer = setInterval(() => void schedule.check(), CHECK_MS);
  return async () => {
    clearInterval(timer);
    await schedule.close();
  };
}

/** Makes a backup in a process of its own, with the environment of this one. Rejects with what it printed. */
export async function makeInProcess(signal: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('process.ts', import.meta.url))], {
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
    killSignal: 'SIGKILL',
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-ERROR_CHARACTERS);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(said.trim() || `The process ended with ${String(code)}`);
}
