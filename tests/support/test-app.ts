import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { writeOwnData } from '../../server/archive/own-data.ts';
import { writeArchive } from '../../server/archive/write-archive.ts';
import { folderStorage } from '../../server/files/folder-storage.ts';
import { type App, createApp } from '../../server/app.ts';
import type { AppOptions } from '../../server/http/services.ts';
import type { Envelope, MailSender } from '../../server/mail/sender.ts';
import type { Database } from '../../server/store/database.ts';
import { testSecrets } from './test-secrets.ts';

/** Argon2id at the lowest cost: tests are about the rules, not about the cost. */
export const CHEAP_ARGON = { memoryCost: 8, timeCost: 1, parallelism: 1 } as const;

/** A server in the test's process, with the test's clock and mailbox. */
export interface TestApp {
  readonly app: App;
  readonly clock: { time: number; readonly now: () => number };
  /** Every delivered mail, oldest first. */
  readonly mails: readonly Envelope[];
  /** Waits until the mail queue is empty, then returns the newest mail to an address. */
  readonly mailTo: (email: string) => Promise<Envelope | undefined>;
  readonly close: () => Promise<void>;
}

const folders = new Set<string>();

/** Folder of files; removed with the process when a test does not close its app. */
function newFolder(): string {
  if (folders.size === 0) process.once('exit', () => folders.forEach(remove));
  const folder = mkdtempSync(join(tmpdir(), 'cairn-files-'));
  folders.add(folder);
  return folder;
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

export async function startTestApp(
  database: Database,
  options: Partial<AppOptions> = {},
): Promise<TestApp> {
  const clock = { time: Date.parse('2026-03-02T09:00:00Z'), now: () => clock.time };
  const mails: Envelope[] = [];
  const folder = newFolder();
  const mail: MailSender = {
    send: async (envelope) => {
      mails.push(envelope);
    },
    close: () => undefined,
  };
  const fileStorage = options.fileStorage ?? folderStorage(folder);
  const exported = () => ({
    snapshot: database.snapshot,
    storage: fileStorage,
    folder,
    now: clock.time,
  });
  const app = await createApp({
    database,
    clock,
    random: (count) => new Uint8Array(randomBytes(count)),
    secrets: testSecrets,
    mail,
    // No test reaches the network.
    sendWebhook: () => Promise.resolve(204),
    argon: CHEAP_ARGON,
    publicUrl: 'http://cairn.test',
    fileStorage,
    // In this process: a database in memory has no other.
    openArchive: (orgId) => streamed((output) => writeArchive({ ...exported(), orgId }, output)),
    openOwnData: (userId) => streamed((output) => writeOwnData({ ...exported(), userId }, output)),
    ...options,
  });
  return {
    app,
    clock,
    mails,
    mailTo: async (email) => {
      await app.services.mailer.settle();
      return mails.findLast((mail) => mail.to === email);
    },
    close: async () => {
      await app.close();
      remove(folder);
    },
  };
}

function streamed(write: (output: PassThrough) => Promise<unknown>): PassThrough {
  const output = new PassThrough();
  write(output).catch((error: unknown) => {
    output.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  return output;
}
