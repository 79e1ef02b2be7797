import * as v from 'valibot';
import { SIGN_UP_MODES, type SignUpMode } from '../../model/protocol/session.ts';
import type { FileLimits } from './storage-limits.ts';
import { parseS3Url, type S3Place } from './s3-url.ts';
import { isKeyList, parseKeys } from './secret-box.ts';

const MB = 1_000_000;
const HOUR_MS = 60 * 60_000;

/** Settings of the server, read from its environment. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** True: a transaction contains the writes of one organisation only (`DATABASE_SPREAD`). */
  readonly byOrganization: boolean;
  /** Valkey, Redis or NATS for the messages between processes; undefined: PostgreSQL's NOTIFY. */
  readonly busUrl: string | undefined;
  /** Store for files, used in place of DATA_DIR/files. */
  readonly s3: S3Place | undefined;
  /** Keys for secrets in the database (`SECRETS_KEY`), the one that encrypts first; undefined: those in the data folder. */
  readonly secretsKeys: readonly Uint8Array[] | undefined;
  readonly smtpUrl: string | undefined;
  /** Right to found an organisation (`SIGN_UP`). */
  readonly signUp: SignUpMode;
  /** Invitations that one organisation may send in a day; undefined: the default. */
  readonly invitationsPerDay: number | undefined;
  readonly mailFrom: string;
  /** Without a slash at the end. */
  readonly publicUrl: string;
  readonly trustProxy: boolean;
  /** Address of the source code of this version; undefined: that of package.json. */
  readonly sourceUrl: string | undefined;
  /** A chat socket takes its token from the address (`CHAT_TOKEN_IN_ADDRESS`). */
  readonly tokenInAddress: boolean;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  readonly requestsPerMinute: number | undefined;
  /** Detail rows of a first download, before projects are sent as outlines; undefined: the default. */
  readonly detailRows: number | undefined;
  /** Tasks of a first download, before projects are sent as summaries; undefined: the default. */
  readonly taskRows: number | undefined;
  /** Bytes of one file, and of all files of one organisation. */
  readonly fileLimits: Partial<FileLimits>;
  /** Command that searches a file for malware (`FILE_SCAN_COMMAND`); undefined: none does. */
  readonly fileScanCommand: string | undefined;
  /** Hosts of push services besides those of the known browsers (`PUSH_SERVICES`). */
  readonly pushServices: readonly string[];
  /** Hosts in the operator's own network to which webhooks may send (`WEBHOOK_PRIVATE_HOSTS`). */
  readonly webhookHosts: readonly string[];
  /** Hosts of identity providers in the operator's own network (`SSO_PRIVATE_HOSTS`). */
  readonly ssoHosts: readonly string[];
  /** Domains that an organisation may use for single sign-on without verification (`SSO_DOMAINS`). */
  readonly ssoDomains: readonly string[];
  /** Bearer token of `GET /metrics`; undefined: there are no metrics. */
  readonly metricsToken: string | undefined;
  /** Backups that the server makes by itself (`BACKUP_DIR`); undefined: none. */
  readonly backups: BackupConfig | undefined;
  readonly securityLog: SecurityLogConfig;
}

export interface SecurityLogConfig {
  /** Retention of its events. */
  readonly days: number;
  /** Receives every event as JSON; undefined: none does. */
  readonly webhook: { readonly url: string; readonly secret: string | undefined } | undefined;
  /** `tcp://` or `tls://`. */
  readonly syslogUrl: string | undefined;
}

export interface BackupConfig {
  readonly folder: string;
  readonly intervalMs: number;
  /** Number of complete backups that stay. */
  readonly keep: number;
}

const httpUrl = v.pipe(
  v.string(),
  v.url('is not an address'),
  v.regex(/^https?:/, 'is not an http address'),
  v.transform((url) => url.replace(/\/+$/, '')),
);
const flag = v.pipe(
  v.picklist(['0', '1', 'true', 'false'], 'is neither 1 nor 0'),
  v.transform((text) => text === '1' || text === 'true'),
);
const whole = v.pipe(
  v.string(),
  v.regex(/^[0-9]{1,9}$/, 'is not a whole number'),
  v.transform(Number),
);

const environmentSchema = v.object({
  PORT: v.optional(v.pipe(whole, v.maxValue(65_535, 'is not a port')), '3000'),
  HOST: v.optional(v.string(), '127.0.0.1'),
  DATA_DIR: v.optional(v.string(), './data'),
  DATABASE_URL: v.optional(
    v.pipe(v.string(), v.regex(/^postgres(ql)?:/, 'is not a PostgreSQL address')),
  ),
  DATABASE_SPREAD: v.optional(v.picklist(['organization'], 'is not organization')),
  BUS_URL: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^(rediss?|nats|tls):\/\//, 'is no redis://, rediss://, nats:// or tls:// address'),
    ),
  ),
  S3_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(isS3Url, 'is not https://KEY:SECRET@host/bucket'),
      v.transform(parseS3Url),
    ),
  ),
  SECRETS_KEY: v.optional(
    v.pipe(
      v.string(),
      v.check(isKeyList, 'is no list of keys of 32 bytes in base64'),
      v.transform((text) => parseKeys(text)),
    ),
  ),
  SIGN_UP: v.optional(v.picklist(SIGN_UP_MODES, 'is none of open, invited, closed'), 'open'),
  INVITATIONS_PER_DAY: v.optional(v.pipe(whole, v.minValue(1, 'is not a number of mails'))),
  SMTP_URL: v.optional(v.pipe(v.string(), v.regex(/^smtps?:/, 'is not an SMTP address'))),
  MAIL_FROM: v.optional(v.string()),
  PUBLIC_URL: v.optional(httpUrl),
  TRUST_PROXY: v.optional(flag, '0'),
  SOURCE_URL: v.optional(httpUrl),
  CHAT_TOKEN_IN_ADDRESS: v.optional(flag, '1'),
  LOG_LEVEL: v.optional(
    v.picklist(['debug', 'info', 'warn', 'error', 'silent'], 'is not a log level'),
    'info',
  ),
  REQUESTS_PER_MINUTE: v.optional(whole),
  DEVICE_DETAIL_ROWS: v.optional(whole),
  DEVICE_TASK_ROWS: v.optional(whole),
  FILE_MAX_MB: v.optional(whole),
  ORGANIZATION_FILES_MB: v.optional(whole),
  FILE_SCAN_COMMAND: v.optional(v.pipe(v.string(), v.regex(/\S/, 'is no command'))),
  PUSH_SERVICES: v.optional(v.string(), ''),
  WEBHOOK_PRIVATE_HOSTS: v.optional(v.string(), ''),
  SSO_PRIVATE_HOSTS: v.optional(v.string(), ''),
  SSO_DOMAINS: v.optional(v.string(), ''),
  METRICS_TOKEN: v.optional(v.pipe(v.string(), v.minLength(16, 'is shorter than 16 characters'))),
  SECURITY_LOG_DAYS: v.optional(v.pipe(whole, v.minValue(30, 'is less than 30')), '365'),
  SECURITY_WEBHOOK_URL: v.optional(httpUrl),
  SECURITY_WEBHOOK_SECRET: v.optional(
    v.pipe(v.string(), v.minLength(16, 'is shorter than 16 characters')),
  ),
  SECURITY_SYSLOG_URL: v.optional(
    v.pipe(
      v.string(),
      v.url('is not an address'),
      v.regex(/^(tcp|tls):\/\//, 'is no tcp:// or tls:// address'),
    ),
  ),
  BACKUP_DIR: v.optional(v.string()),
  BACKUP_HOURS: v.optional(v.pipe(whole, v.minValue(1, 'is not a number of hours')), '24'),
  BACKUP_KEEP: v.optional(v.pipe(whole, v.minValue(1, 'is not a number of backups')), '7'),
});

/** Reads the environment; throws with one sentence for each invalid variable. An empty value counts as missing. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = v.safeParse(environmentSchema, given);
  if (!parsed.success) {
    const lines = parsed.issues.map((issue) => `${v.getDotPath(issue) ?? ''} ${issue.message}`);
    throw new Error(`The environment is not right: ${lines.join('; ')}`);
  }
  const env = parsed.output;
  const publicUrl = env.PUBLIC_URL ?? `http://${reachable(env.HOST)}:${env.PORT}`;
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    byOrganization: env.DATABASE_SPREAD === 'organization',
    busUrl: env.BUS_URL,
    s3: env.S3_URL,
    secretsKeys: env.SECRETS_KEY,
    smtpUrl: env.SMTP_URL,
    signUp: env.SIGN_UP,
    invitationsPerDay: env.INVITATIONS_PER_DAY,
    mailFrom: env.MAIL_FROM ?? `Cairn <no-reply@${new URL(publicUrl).hostname}>`,
    publicUrl,
    trustProxy: env.TRUST_PROXY,
    sourceUrl: env.SOURCE_URL,
    tokenInAddress: env.CHAT_TOKEN_IN_ADDRESS,
    logLevel: env.LOG_LEVEL,
    requestsPerMinute: env.REQUESTS_PER_MINUTE,
    detailRows: env.DEVICE_DETAIL_ROWS,
    taskRows: env.DEVICE_TASK_ROWS,
    fileLimits: {
      ...(env.FILE_MAX_MB !== undefined && { fileBytes: env.FILE_MAX_MB * MB }),
      ...(env.ORGANIZATION_FILES_MB !== undefined && {
        organizationBytes: env.ORGANIZATION_FILES_MB * MB,
      }),
    },
    fileScanCommand: env.FILE_SCAN_COMMAND,
    pushServices: namesIn(env.PUSH_SERVICES),
    webhookHosts: namesIn(env.WEBHOOK_PRIVATE_HOSTS),
    ssoHosts: namesIn(env.SSO_PRIVATE_HOSTS),
    ssoDomains: namesIn(env.SSO_DOMAINS).map((domain) => domain.toLowerCase()),
    metricsToken: env.METRICS_TOKEN,
    securityLog: {
      days: env.SECURITY_LOG_DAYS,
      webhook:
        env.SECURITY_WEBHOOK_URL === undefined
          ? undefined
          : { url: env.SECURITY_WEBHOOK_URL, secret: env.SECURITY_WEBHOOK_SECRET },
      syslogUrl: env.SECURITY_SYSLOG_URL,
    },
    backups: env.BACKUP_DIR === undefined ? undefined : backupsOf(env.BACKUP_DIR, env),
  };
}

/** Names in a list with commas or spaces. */
function namesIn(list: string): readonly string[] {
  return list.split(/[\s,]+/).filter((name) => name !== '');
}

function backupsOf(
  folder: string,
  env: Pick<v.InferOutput<typeof environmentSchema>, 'BACKUP_HOURS' | 'BACKUP_KEEP'>,
): BackupConfig {
  return { folder, intervalMs: env.BACKUP_HOURS * HOUR_MS, keep: env.BACKUP_KEEP };
}

/** The name to show for an address that listens everywhere, or that is better known by its name. */
function reachable(host: string): string {
  if (['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function isS3Url(text: string): boolean {
  try {
    parseS3Url(text);
    return /^https?:/.test(text);
  } catch {
    return false;
  }
}
