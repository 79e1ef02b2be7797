import { randomFillSync } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { PASSWORD_COST } from './auth/passwords.ts';
import { AUTH_LIMITS, invitationsADay } from './auth/throttle.ts';
import { type Config, readConfig } from './shared/config.ts';
import { exportInProcess, ownDataInProcess } from './archive/processes.ts';
import { configuredScanner, configuredStorage } from './files/configured-storage.ts';
import { type App, createApp } from './app.ts';
import { repositoryOf } from './shared/repository.ts';
import { createLog } from './shared/log.ts';
import { waitFor } from './shared/stopping.ts';
import { createFolderSender, createSmtpSender, type MailSender } from './mail/sender.ts';
import type { Database } from './store/database.ts';
import {
  type BackupSchedule,
  createBackupSchedule,
  makeInProcess,
  runSchedule,
} from './ops/backups/schedule.ts';
import { cleanUp } from './ops/daily-clean-up.ts';
import { renewEpochs } from './ops/restore-file.ts';
import { type SecurityTarget, syslogTarget, webhookTarget } from './security/targets.ts';
import { openMarker } from './store/marker.ts';
import { openBus } from './store/open-bus.ts';
import { openDatabase } from './store/open.ts';
import { openSecrets } from './store/open-secrets.ts';
import { openProgress, type Progress } from './store/progress.ts';

const DAY_MS = 24 * 60 * 60_000;
/** A stop that takes longer is aborted: the disk has everything that was acknowledged. */
const STOP_MS = 10_000;
const BUILT = 'dist';

await main();

async function main(): Promise<void> {
  try {
    const config = readConfig(process.env);
    const log = createLog(config.logLevel);
    await start(config, log);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

async function start(config: Config, log: Logger): Promise<void> {
  const database = await openConfigured(config, log);
  const backups = scheduleOf(config, log);
  const app = await assemble({ config, log, database, backups }).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  const clean = () => {
    const { services } = app;
    const securityDays = config.securityLog.days;
    void cleanUp({ database, services, securityDays, now: Date.now(), log });
  };
  clean();
  const stopBackups = backups === undefined ? async () => undefined : runSchedule(backups);
  const daily = setInterval(clean, DAY_MS);
  stopOnSignals(log, async () => {
    clearInterval(daily);
    await waitFor(log, { name: 'backups' }, stopBackups());
    await app.close();
    await waitFor(log, { name: 'database' }, database.close());
  });
  process.stdout.write(`Cairn is ready at ${config.publicUrl}\n`);
  // Node writes the cache at a normal exit only: a server that is killed would compile everything at its next start, too.
  flushCompileCache();
}

async function openConfigured(
  { databaseUrl, dataDir, busUrl }: Config,
  log: Logger,
): Promise<Database> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const database = await openDatabase(
    databaseUrl === undefined ? { dataDir } : { url: databaseUrl },
  );
  if (busUrl === undefined) return database;
  const report = (error: unknown) => log.warn({ err: error }, 'the bus between processes failed');
  const bus = await openBus({ url: busUrl, report });
  const close = async () => {
    await bus.close();
    await database.close();
  };
  return { ...database, bus, close };
}

interface Parts {
  readonly config: Config;
  readonly log: Logger;
  readonly database: Database;
  readonly backups: BackupSchedule | undefined;
}

async function assemble({ config, log, database, backups }: Parts): Promise<App> {
  const marker = await openMarker(config.dataDir, database);
  const progress = await openProgress(config.dataDir, database);
  if (progress.isBehind) await renewStreams(log, database, progress);
  const app = await createApp({
    database,
    clock: { now: () => Date.now() },
    random,
    secrets: await openSecrets(config, database, random),
    mail: mailSender(config),
    log,
    argon: PASSWORD_COST,
    publicUrl: config.publicUrl,
    staticDir: existsSync(join(BUILT, 'index.html')) ? BUILT : undefined,
    trustProxy: config.trustProxy,
    sourceUrl: config.sourceUrl ?? repositoryOf(readFileSync('package.json', 'utf8')),
    tokenInAddress: config.tokenInAddress,
    signUpMode: config.signUp,
    byOrganization: config.byOrganization,
    pushServices: config.pushServices,
    webhookHosts: config.webhookHosts,
    ssoHosts: config.ssoHosts,
    ssoDomains: config.ssoDomains,
    metricsToken: config.metricsToken,
    securityTargets: securityTargetsOf(config),
    operations: {
      folders: {
        data: config.dataDir,
        ...(config.backups !== undefined && { backups: config.backups.folder }),
      },
      backups: backups?.status,
    },
    fileStorage: configuredStorage(config),
    fileScanner: configuredScanner(config, (reason) =>
      log.error({ reason }, 'a file could not be scanned for malware'),
    ),
    openArchive: exportInProcess,
    openOwnData: ownDataInProcess,
    limits: {
      files: config.fileLimits,
      ...(config.invitationsPerDay !== undefined && {
        auth: { ...AUTH_LIMITS, invitations: invitationsADay(config.invitationsPerDay) },
      }),
      ...(config.detailRows !== undefined && { detailRows: config.detailRows }),
      ...(config.taskRows !== undefined && { taskRows: config.taskRows }),
      ...(config.requestsPerMinute !== undefined && {
        requestsPerMinute: config.requestsPerMinute,
      }),
    },
  });
  app.services.writer.subscribe(({ createdStreams }) => {
    progress.note();
    if (createdStreams.length > 0) {
      marker.confirm().catch((error: unknown) => log.error({ err: error }, 'the marker failed'));
    }
  });
  await app.fastify.listen({ port: config.port, host: config.host });
  const close = async () => {
    await app.close();
    await progress.write();
  };
  return { ...app, close };
}

/**
 * EPOCH-1: the database has fewer writes than before. Every stream gets a new epoch before the first request: devices
 * then send again what it has lost. The note is written last, so that an interrupted start does it once more.
 */
async function renewStreams(log: Logger, database: Database, progress: Progress): Promise<void> {
  const streams = await renewEpochs(database, random);
  await progress.write();
  log.warn(
    { streams },
    'the database has gone back to an earlier state: every history begins anew, and devices send again what they remember',
  );
}

function securityTargetsOf({ securityLog }: Config): readonly SecurityTarget[] {
  const { webhook, syslogUrl } = securityLog;
  return [
    ...(webhook === undefined ? [] : [webhookTarget(webhook)]),
    ...(syslogUrl === undefined ? [] : [syslogTarget(syslogUrl)]),
  ];
}

/** Undefined without `BACKUP_DIR`. */
function scheduleOf({ backups }: Config, log: Logger): BackupSchedule | undefined {
  if (backups === undefined) return undefined;
  return createBackupSchedule({
    ...backups,
    now: () => Date.now(),
    make: makeInProcess,
    report: (error) => log.error({ err: error }, 'a backup could not be made'),
  });
}

function random(count: number): Uint8Array {
  return randomFillSync(new Uint8Array(count));
}

function mailSender({ smtpUrl, mailFrom: from, dataDir }: Config): MailSender {
  if (smtpUrl !== undefined) return createSmtpSender({ url: smtpUrl, from });
  return createFolderSender({
    directory: join(dataDir, 'mail'),
    from,
    print: (line) => process.stdout.write(`${line}\n`),
  });
}

/** Stops accepting requests, finishes accepted writes, closes sockets and files, and exits with 0. */
function stopOnSignals(log: Logger, stop: () => Promise<void>): void {
  let stopping = false;
  const onSignal = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => {
      log.error({ seconds: STOP_MS / 1_000 }, 'the stop took too long and is aborted');
      process.exit(1);
    }, STOP_MS).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'the stop failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
