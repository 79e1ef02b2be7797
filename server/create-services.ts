import { LIMITS } from '../model/protocol/version.ts';
import { createApplyCalls } from './apply/apply-calls.ts';
import { ROW_CONSEQUENCES } from './apply/consequences/registry.ts';
import { createExportsInFlight } from './archive/archives.ts';
import { type Auth, createAuth, type SessionEnds } from './auth/auth.ts';
import { AUTH_LIMITS } from './auth/throttle.ts';
import { securityConsequences } from './apply/consequences/security.ts';
import { FILE_CONSEQUENCES } from './files/consequences.ts';
import { createFiles } from './files/files.ts';
import type { AppLimits, AppOptions, Services } from './http/services.ts';
import { invitationConsequences } from './invitations/consequences/registry.ts';
import { noteJoined, noteMail } from './invitations/invitations.ts';
import { startDigests } from './mail/digests.ts';
import { startMailer } from './mail/start.ts';
import { createHealth, type Health } from './ops/health.ts';
import { readDigest } from './present/digest.ts';
import { createLogPartsInFlight } from './present/security-log.ts';
import { startPusher } from './push/pusher.ts';
import { type ChatRooms, createChatRooms } from './realtime/chat-rooms.ts';
import { createHub, type Hub } from './realtime/hub.ts';
import { startForwarder } from './security/forwarder.ts';
import { createSecurityLog } from './security/log.ts';
import { machineOf } from './shared/machine.ts';
import type { Database } from './store/database.ts';
import { shareSnapshots } from './store/shared-snapshots.ts';
import { watchedDatabase } from './store/watched.ts';
import { createSso } from './sso/sso.ts';
import { createHttpSender } from './webhooks/http-sender.ts';
import { startWebhooks, type Webhooks } from './webhooks/webhooks.ts';
import type { Writer } from './writer/writer-types.ts';
import { createWriter } from './writer/writer.ts';

/** Delay before a push (milliseconds): a person who looks at the app sees the change itself within it. */
const PUSH_DELAY_MS = 2_500;

const DEFAULT_LIMITS: AppLimits = {
  requestsPerMinute: 3_000,
  bodyBytes: LIMITS.bodyBytes,
  detailRows: 50_000,
  taskRows: 50_000,
  auth: AUTH_LIMITS,
  files: {},
  // Together with the writes within the 10 seconds that a stop has (main.ts).
  stop: { requestsMs: 5_000, queuesMs: 7_000 },
};

interface CreatedServices {
  readonly services: Services;
  readonly hub: Hub;
  readonly rooms: ChatRooms;
  readonly health: Health;
}

/** Builds the floors of a server from the bottom up and passes to each the functions of floors above that it calls. */
export function createServices(options: AppOptions): CreatedServices {
  const { clock, random, log } = options;
  const faults: ((error: unknown) => void)[] = [];
  const database = watchedDatabase(options.database, (error) => {
    for (const note of faults) note(error);
  });
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const writer = createWriter({
    database,
    now: clock.now,
    newEpoch: () => Buffer.from(random(8)).toString('hex'),
    report: (error) => log?.error({ err: error }, 'a commit failed'),
    byOrganization: options.byOrganization === true && database.kind === 'postgres',
  });
  const publishers = createPublishers(options, { database, writer });
  const { hub, rooms, sessions } = publishers;
  const targets = options.securityTargets ?? [];
  const security = createSecurityLog({
    machine: machineOf(options),
    targets: targets.map(({ name }) => name),
  });
  const auth = createAuth({
    ...options,
    database,
    writer,
    security,
    limits: limits.auth,
    onJoined: (tx, { org_id: orgId, id }) => noteJoined(tx, orgId, id),
  });
  const webhooks = startWebhooks({
    database,
    writer,
    machine: auth.machine,
    secrets: options.secrets,
    send: options.sendWebhook ?? createHttpSender(options.webhookHosts ?? []),
    report: (error) => log?.warn({ err: error }, 'webhooks could not be sent'),
  });
  const storage = options.fileStorage;
  const services = {
    ...options,
    database,
    limits,
    sessions,
    present: hub.present,
    writer,
    apply: createApply({ auth, writer, sessions, log, webhooks }),
    webhooks,
    sharedSnapshot: shareSnapshots(database),
    files: createFiles({ ...options, database, writer, storage, limits: limits.files }),
    auth,
    exportsInFlight: createExportsInFlight(),
    logPartsInFlight: createLogPartsInFlight(),
    sso: createSso({
      auth,
      privateHosts: options.ssoHosts ?? [],
      namedDomains: options.ssoDomains ?? [],
      lookupTxt: options.lookupTxt,
    }),
    security,
    forwarder: startForwarder({
      targets,
      write: (work) => writer.separate(async (tx) => work(await tx.db())),
      now: clock.now,
      report: (failure) => log?.warn(failure, 'events of the security log could not be sent'),
    }),
    pusher: startPusher({
      ...options,
      database,
      writer,
      now: clock.now,
      delay: PUSH_DELAY_MS,
      report: (error) => log?.warn({ err: error }, 'a push could not be sent'),
    }),
    ...createMails(options, { database, writer, auth }),
  };
  const health = createHealth({ database, writer, storage, now: clock.now, random });
  faults.push(health.noteFailure);
  return { services, hub, rooms, health };
}

/** The mail queue, and the digests that are written into it. */
function createMails(
  options: AppOptions,
  {
    database,
    writer,
    auth,
  }: { readonly database: Database; readonly writer: Writer; readonly auth: Auth },
): Pick<Services, 'mailer' | 'digests'> {
  const { log } = options;
  const mailer = startMailer({
    ...options,
    database,
    writer,
    noteOutcome: (tx, { invitation }, outcome) => noteMail(tx, invitation, outcome),
    failed: (failure) => log?.warn(failure, 'a mail could not be sent'),
  });
  const digests = startDigests({
    database,
    writer,
    machine: auth.machine,
    publicUrl: options.publicUrl,
    contents: (reads, days) => readDigest(reads, days, options),
    wakeMailer: mailer.wake,
    report: (error) => log?.error({ err: error }, 'a digest could not be written'),
  });
  return { mailer, digests };
}

/** The parts that publish commits to sockets, and end the sockets of a session. */
function createPublishers(
  { clock, log }: AppOptions,
  { database, writer }: { readonly database: Database; readonly writer: Writer },
): Pick<CreatedServices, 'hub' | 'rooms'> & { readonly sessions: SessionEnds } {
  const hub = createHub({
    database,
    writer,
    now: clock.now,
    report: (error) => log?.error({ err: error }, 'an event could not be published'),
  });
  const rooms = createChatRooms({
    database,
    writer,
    now: clock.now,
    report: (error) => log?.error({ err: error }, 'a message could not be published'),
  });
  const ended = (sessionId: string) => {
    hub.sessionEnded(sessionId);
    rooms.sessionEnded(sessionId);
  };
  return { hub, rooms, sessions: { ended } };
}

interface ApplyParts {
  readonly auth: Auth;
  readonly writer: Writer;
  readonly sessions: SessionEnds;
  readonly log: AppOptions['log'];
  readonly webhooks: Webhooks;
}

function createApply({ auth, writer, sessions, log, webhooks }: ApplyParts): Services['apply'] {
  return createApplyCalls({
    writer,
    newId: auth.machine.newId,
    report: (error) => log?.error({ err: error }, 'a write failed'),
    applied: async ({ tx, actor, applied, afterCommit }) => {
      if (await webhooks.note(tx, { actor, ...applied })) afterCommit(webhooks.wake);
    },
    consequences: [
      ...ROW_CONSEQUENCES,
      ...FILE_CONSEQUENCES,
      ...invitationConsequences({ auth, sessions }),
      // After the others: the names are those that the write leaves.
      ...securityConsequences(auth.security),
    ],
  });
}
