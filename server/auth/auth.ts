import type { SignUpMode } from '../../model/protocol/session.ts';
import type { Writer } from '../writer/writer-types.ts';
import type { Database } from '../store/database.ts';
import type { MailSenderDeps } from '../mail/deps.ts';
import { machineOf } from '../shared/machine.ts';
import type { OnJoined } from './account-people.ts';
import type { SecurityLog } from '../security/log.ts';
import type { SecretBox } from '../shared/secret-box.ts';
import { type AuthenticateToken, identifyToken } from './api-token-rows.ts';
import { createPasswords, type PasswordCost, type Passwords } from './passwords.ts';
import { newSecret, type RandomBytes } from '../shared/secrets.ts';
import { identify, type Identity } from './sessions.ts';
import { AUTH_LIMITS, type AuthLimits, createThrottle, type Throttle } from './throttle.ts';

/** Dependencies of signing in and out; one for each running server. */
export interface Auth extends MailSenderDeps {
  readonly database: Database;
  readonly writer: Writer;
  readonly passwords: Passwords;
  readonly throttle: Throttle;
  readonly security: SecurityLog;
  readonly secrets: SecretBox;
  /** Right to found a further organisation. */
  readonly signUpMode: SignUpMode;
  /** Accepts the invitation of the person. */
  readonly onJoined: OnJoined;
  /** Finds the session of a bearer token; undefined for an unknown or expired token. */
  readonly authenticate: (token: string) => Promise<Identity | undefined>;
  /** Finds whose token a program has; undefined for the bearer token of a session. */
  readonly authenticateToken: AuthenticateToken;
}

/** Ends what depends on a session at once, also in other processes (sockets close within a second). */
export interface SessionEnds {
  readonly ended: (sessionId: string) => void;
}

interface AuthOptions {
  readonly database: Database;
  readonly writer: Writer;
  readonly clock: { readonly now: () => number };
  readonly random: RandomBytes;
  readonly argon: PasswordCost;
  readonly publicUrl: string;
  readonly security: SecurityLog;
  readonly secrets: SecretBox;
  readonly onJoined: OnJoined;
  readonly limits?: AuthLimits | undefined;
  readonly signUpMode?: SignUpMode | undefined;
}

export function createAuth(options: AuthOptions): Auth {
  const { database, writer, publicUrl } = options;
  const machine = machineOf(options);
  return {
    database,
    writer,
    publicUrl,
    machine,
    security: options.security,
    secrets: options.secrets,
    onJoined: options.onJoined,
    signUpMode: options.signUpMode ?? 'open',
    passwords: createPasswords(options.argon, newSecret(options.random)),
    throttle: createThrottle(options.limits ?? AUTH_LIMITS, machine.now, (work) =>
      writer.separate(async (tx) => work(await tx.db())),
    ),
    authenticate: (token) => identify(database.db, token, machine.now()),
    authenticateToken: (token) => identifyToken({ database, writer }, token, machine.now()),
  };
}
