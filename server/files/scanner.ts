import { type ChildProcess, spawn } from 'node:child_process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CairnError } from '../../model/shared/errors.ts';

/** Searches a file for malware before anybody else can download it (FILE-2.11). */
export interface FileScanner {
  /**
   * Returns what was found; undefined: the file is clean. Rejects with `NotScanned` (the same bytes may be scanned
   * later), or with the error of the bytes themselves.
   */
  readonly scan: (bytes: AsyncIterable<Uint8Array>) => Promise<string | undefined>;
}

/** Malware was found: the same file is refused again. */
export class Infected extends CairnError {
  /** Name of the file, and what the scanner wrote: for the security log. */
  readonly file: string;
  readonly found: string;

  constructor({ file, found }: { readonly file: string; readonly found: string }) {
    super({
      code: 'invalid',
      message:
        /*i18n*/ 'A scanner of the server found malware in this file, so that nobody else receives it.',
    });
    this.file = file;
    this.found = found;
  }
}

/** The scanner gave no verdict: the file is neither stored nor refused. */
export class NotScanned extends CairnError {
  constructor() {
    super({
      code: 'unavailable',
      message:
        /*i18n*/ 'The server cannot check files for malware at the moment. Try again in a few minutes.',
      details: { not_scanned: true, retry_after: RETRY_S },
    });
  }
}

/** Seconds. */
const RETRY_S = 30;
/** Milliseconds for one file; below the time for which a device waits for the response. */
const TIMEOUT_MS = 60_000;
/** Processes at a time; further files wait. */
const MOST_PROCESSES = 4;
/** Characters of the scanner's output that are kept. */
const LONGEST_OUTPUT = 500;

interface CommandScanner {
  /** Program and its arguments: words between spaces, without a shell. */
  readonly command: string;
  /** Reports to the operator why a file could not be scanned. */
  readonly report: (reason: string) => void;
  readonly timeoutMs?: number;
}

/**
 * Scans by a program of the operator, which reads one file from its standard input: it needs no right to the folder of
 * files, and the same command serves an object store. Exit code 0 means clean, 1 malware; any other end means that the
 * file could not be scanned, and so does an exit code of 0 before the whole file was read. The program gets PATH and
 * LANG and nothing else of the server's environment.
 */
export function commandScanner({
  command,
  report,
  timeoutMs = TIMEOUT_MS,
}: CommandScanner): FileScanner {
  const [program = '', ...words] = command.trim().split(/\s+/);
  const turns = createTurns(MOST_PROCESSES);
  return {
    scan: (bytes) =>
      turns(async () => {
        const source = watched(bytes);
        const end = await runOnce({ program, words, timeoutMs }, source.bytes);
        const failure = source.failure();
        if (failure !== undefined) throw failure.cause;
        if (end.code === 1) return end.output;
        if (end.code === 0 && end.hasRead) return undefined;
        report(reasonOf(end));
        throw new NotScanned();
      }),
  };
}

interface ScanEnd {
  /** Null: it was not started, was killed, or took too long. */
  readonly code: number | null;
  /** True when it has read the whole file. */
  readonly hasRead: boolean;
  readonly output: string;
}

interface Program {
  readonly program: string;
  readonly words: readonly string[];
  readonly timeoutMs: number;
}

async function runOnce(
  { program, words, timeoutMs }: Program,
  bytes: AsyncIterable<Uint8Array>,
): Promise<ScanEnd> {
  const child = spawn(program, words, {
    env: { PATH: process.env['PATH'] ?? '', LANG: process.env['LANG'] ?? 'C.UTF-8' },
    stdio: 'pipe',
    // A group of its own, so that the processes of a script end with it.
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  let output = '';
  const keep = (text: unknown) => {
    if (output.length < LONGEST_OUTPUT) output += String(text);
  };
  child.stdout.setEncoding('utf8').on('data', keep);
  child.stderr.setEncoding('utf8').on('data', keep);
  const ended = Promise.withResolvers<number | null>();
  child.once('error', ({ message }) => {
    keep(message);
    ended.resolve(null);
  });
  child.once('close', (code) => ended.resolve(code));
  const timer = setTimeout(() => {
    keep(` no verdict within ${String(timeoutMs / 1_000)} seconds`);
    ended.resolve(null);
    endGroup(child);
  }, timeoutMs);
  // A program that ends before it has read everything closes its input: its end decides, and not this failure.
  pipeline(Readable.from(bytes), child.stdin).catch(() => undefined);
  const code = await ended.promise.finally(() => clearTimeout(timer));
  const hasRead = child.stdin.writableFinished;
  // Nothing reads the rest. The source may be slow to end: nobody waits for it.
  child.stdin.destroy();
  return { code, hasRead, output: shortened(output) };
}

/** Kills a scanner with the processes that it has started. */
function endGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined && process.platform !== 'win32')
      process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

/** Keeps the error of a source: a scanner that saw only the beginning of a file gives no verdict about it. */
function watched(source: AsyncIterable<Uint8Array>) {
  let failure: { readonly cause: unknown } | undefined;
  async function* bytes(): AsyncGenerator<Uint8Array> {
    try {
      yield* source;
    } catch (cause) {
      failure = { cause };
      throw cause;
    }
  }
  return { bytes: bytes(), failure: () => failure };
}

function shortened(output: string): string {
  return output
    .replaceAll(/[^\P{C}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST_OUTPUT);
}

function reasonOf({ code, hasRead, output }: ScanEnd): string {
  const how =
    code === null
      ? 'no exit code'
      : code === 0 && !hasRead
        ? 'exit code 0 before the whole file was read'
        : `exit code ${String(code)}`;
  return output === '' ? how : `${how}: ${output}`;
}

/** Runs at most so many works at a time, in the order of their calls. */
function createTurns(most: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < most) running += 1;
    else {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push(resolve);
      await promise;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
