import type { FastifyBaseLogger } from 'fastify';
import type { SignUpMode } from '../../model/protocol/session.ts';
import type { ApplyCalls } from '../apply/apply-calls.ts';
import type { OpenExport } from '../archive/archives.ts';
import type { Auth, SessionEnds } from '../auth/auth.ts';
import type { AuthLimits } from '../auth/throttle.ts';
import type { Files } from '../files/files.ts';
import type { InFlight } from '../shared/in-flight.ts';
import type { Operations } from '../shared/operations.ts';
import type { SecretBox } from '../shared/secret-box.ts';
import type { FileLimits } from '../shared/storage-limits.ts';
import type { FileScanner } from '../files/scanner.ts';
import type { FileStorage } from '../files/storage.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { QueueWorker } from '../shared/queue-worker.ts';
import type { MailSender } from '../mail/sender.ts';
import type { Database } from '../store/database.ts';
import type { Writer } from '../writer/writer-types.ts';
import type { Forwarder } from '../security/forwarder.ts';
import type { SecurityLog } from '../security/log.ts';
import type { SecurityTarget } from '../security/targets.ts';
import type { WebhookSender } from '../webhooks/http-sender.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import type { Pusher } from '../push/pusher.ts';
import type { LookupTxt, Sso } from '../sso/sso.ts';

/** Dependencies of a server that are not its own logic. */
export interface AppOptions {
  readonly database: Database;
  readonly clock: { readonly now: () => number };
  /** As many random bytes as asked for. */
  readonly random: (count: number) => Uint8Array;
  /** Encrypts the secrets that are stored to be read again. */
  readonly secrets: SecretBox;
  readonly mail: MailSender;
  /** Undefined: nothing is logged. */
  readonly log?: FastifyBaseLogger | undefined;
  readonly argon: ArgonCost;
  /** Storage of files; undefined: this server stores none. */
  readonly fileStorage?: FileStorage | undefined;
  /** Searches files for malware; undefined: they are not searched. */
  readonly fileScanner?: FileScanner | undefined;
  /** Public address of the server, without a slash at the end: for links in mails and the session cookie. */
  readonly publicUrl: string;
  /** Writes archives of organisations; undefined: this server exports none. */
  readonly openArchive?: OpenExport | undefined;
  /** Writes the data of an account; undefined: this server exports none. */
  readonly openOwnData?: OpenExport | undefined;
  /** The built app; undefined serves the API alone. */
  readonly staticDir?: string | undefined;
  readonly limits?: Partial<AppLimits> | undefined;
  /** Bearer of `GET /metrics`; undefined: there are no metrics. */
  readonly metricsToken?: string | undefined;
  /** Disks and backups of this machine, for the operator's monitoring. */
  readonly operations?: Operations | undefined;
  /** Systems that receive the events of the security log. */
  readonly securityTargets?: readonly SecurityTarget[] | undefined;
  /** Hosts, with their port, of push services besides the known ones. */
  readonly pushServices?: readonly string[] | undefined;
  /** Hosts in the operator's own network, with or without their port, to which webhooks may send. */
  readonly webhookHosts?: readonly string[] | undefined;
  /** Hosts of identity providers in the operator's own network, with or without their port. */
  readonly ssoHosts?: readonly string[] | undefined;
  /** Domains that need no verification for single sign-on. */
  readonly ssoDomains?: readonly string[] | undefined;
  /** Reads TXT records; undefined: by the system's resolvers. */
  readonly lookupTxt?: LookupTxt | undefined;
  /** Sends the deliveries of webhooks; undefined: over HTTP. */
  readonly sendWebhook?: WebhookSender | undefined;
  /** False: a chat socket takes no token from its address, as the specification's clients send it; undefined: it does. */
  readonly tokenInAddress?: boolean | undefined;
  /** Where the source of this version is (`SOURCE_URL`); undefined: nobody has said. */
  readonly sourceUrl?: string | undefined;
  /** A transaction contains the writes of one organisation only; undefined: of all that wait. */
  readonly byOrganization?: boolean | undefined;
  /** Trust the address and protocol that a reverse proxy reports. */
  readonly trustProxy?: boolean | undefined;
  /** Right to found an organisation; undefined: everybody. */
  readonly signUpMode?: SignUpMode | undefined;
}

/** Argon2id: memory in KiB, passes, lanes. */
export interface ArgonCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

export interface AppLimits {
  /** Calls a minute of one bearer, or of one address without one. */
  readonly requestsPerMinute: number;
  /** Bytes of a request's body. */
  readonly bodyBytes: number;
  /** Detail rows of a download that may contain outlines (OUT-2). */
  readonly detailRows: number;
  /** Tasks of a download that may contain summaries (OUT-6). */
  readonly taskRows: number;
  /** Milliseconds after which an unchanged task is cold (OUT-7.1); undefined: the months of its organisation. */
  readonly coldAfter?: number;
  readonly auth: AuthLimits;
  readonly files: Partial<FileLimits>;
  readonly stop: StopLimits;
}

/** Milliseconds that a stop waits for what does not depend on this server alone. */
export interface StopLimits {
  /** For the requests that run, before their connections are ended. */
  readonly requestsMs: number;
  /** For the mails, webhooks and pushes that are being sent. */
  readonly queuesMs: number;
}

/** Services of the routes. */
export interface Services extends Omit<AppOptions, 'limits'> {
  readonly limits: AppLimits;
  readonly writer: Writer;
  readonly apply: ApplyCalls;
  /**
   * Shared snapshot for responses to writes, many of which wait at once: sees at least what was on disk at the call;
   * read through `all` alone.
   */
  readonly sharedSnapshot: Database['snapshot'];
  readonly files: Files;
  readonly sessions: SessionEnds;
  /** Ids (`organization_user`) of the people of an organisation who have Cairn open, in any process. */
  readonly present: (orgId: string) => readonly string[];
  readonly auth: Auth;
  /** Exports of this process that run. */
  readonly exportsInFlight: InFlight;
  /** Parts of the security log that this process reads for exports. */
  readonly logPartsInFlight: InFlight;
  /** Single sign-on. */
  readonly sso: Sso;
  readonly security: SecurityLog;
  /** Sends events of the security log to other systems. */
  readonly forwarder: Forwarder;
  readonly pusher: Pusher;
  readonly webhooks: Webhooks;
  /** Sends the mails of the queue. */
  readonly mailer: Mailer;
  /** Writes digests and reminders into that queue. */
  readonly digests: QueueWorker;
}
