import type { SessionEndReason } from '../../../model/protocol/ended-session.ts';
import type { Removal } from '../../../model/protocol/session-end.ts';

/**
 * Tables of people who sign in; none of them is synced. Secrets are stored as digests, or encrypted where
 * the server reads them again (`sealed-columns.ts`). Instants are milliseconds
 * since 1970, UTC.
 */
export interface AccountTables {
  readonly users: UserTable;
  readonly sessions: SessionTable;
  readonly ended_sessions: EndedSessionTable;
  readonly erased_memberships: ErasedMembershipTable;
  readonly access_tokens: AccessTokenTable;
  readonly one_time_tokens: OneTimeTokenTable;
  readonly known_devices: KnownDeviceTable;
  readonly unsent_reports: UnsentReportTable;
  readonly device_cursors: DeviceCursorTable;
  readonly device_holdings: DeviceHoldingsTable;
  readonly task_seen: TaskSeenTable;
  readonly mail_queue: MailQueueTable;
  readonly mail_digests: MailDigestTable;
  readonly retry_keys: RetryKeyTable;
  readonly rate_limits: RateLimitTable;
  readonly sealing_keys: SealingKeyTable;
  readonly totp_factors: TotpFactorTable;
  readonly recovery_codes: RecoveryCodeTable;
  readonly passkeys: PasskeyTable;
  readonly passkey_challenges: PasskeyChallengeTable;
}

interface UserTable {
  readonly id: string;
  /** Lower case; one account per address. */
  readonly email: string;
  readonly display_name: string;
  readonly phone_number: string;
  readonly profile_image: string | null;
  /** Null until the person has chosen a password through the link in their mail. */
  readonly password_hash: string | null;
  /** 1 once a link from a mail to this address has been used; signing up alone proves nothing. */
  readonly mailbox_proved: number;
  /** Language in which the person last used the app; null: never. */
  readonly language: string | null;
  readonly created_at: number;
}

interface SessionTable {
  readonly id: string;
  readonly user_id: string;
  readonly cookie_digest: string;
  readonly device_token: string | null;
  readonly created_at: number;
  readonly expires_at: number;
  /** The browser's own name, shortened; null when it gave none. */
  readonly browser: string | null;
  /** Last renewal; null for a session from before this column, which counts from its beginning. */
  readonly used_at: number | null;
  /** 1 on a shared computer: the session ends with the browser, and soon. */
  readonly shared: number;
  /** Digest of a newer cookie that the browser has not used yet. */
  readonly next_digest: string | null;
  /** Time at which the newest cookie was issued; null for a session from before this column. */
  readonly secret_at: number | null;
  /** 1: opened by a build whose cookies have the prefix `__Host-` where the server is reached by https. */
  readonly host_cookie: number;
  /** Network address of the last sign-in or renewal; null for a session from before this column. */
  readonly address: string | null;
  /** 1: opened with a second factor or a passkey. */
  readonly factor: number;
  /** Organisation by whose identity provider the session was opened; null: by another way. */
  readonly sso_org: string | null;
  /** The person at that provider (`sub`), and the session there (`sid`); null where they are not known. */
  readonly sso_subject: string | null;
  readonly sso_sid: string | null;
  /** Last proof of the person by a passkey or their identity provider within this session; null: none. */
  readonly proved_at: number | null;
}

/** An authenticator app of a person (`server/auth/totp.ts`). */
interface TotpFactorTable {
  readonly user_id: string;
  /** 160 random bits, base32, encrypted: the server computes the codes too. */
  readonly secret: string;
  /** Time step of the last accepted code: no code of this step or an earlier one is accepted again. */
  readonly last_step: number;
  readonly created_at: number;
  /** Null until the person has entered a first code: such a factor is not asked for. */
  readonly confirmed_at: number | null;
}

/** A passkey of a person (`server/auth/passkeys.ts`). */
interface PasskeyTable {
  /** Id of the credential, base64url. */
  readonly id: string;
  readonly user_id: string;
  readonly name: string;
  /** COSE, base64url. */
  readonly public_key: string;
  /** Signatures so far, as its device counts them; 0 where it does not. */
  readonly counter: number;
  /** JSON list of the ways to reach it, as the browser gave them. */
  readonly transports: string;
  readonly created_at: number;
  readonly used_at: number | null;
}

/** A challenge that was given to a browser and not answered yet: each is answered once. */
interface PasskeyChallengeTable {
  readonly digest: string;
  /** The person who adds a passkey; empty for a sign-in. */
  readonly user_id: string;
  readonly expires_at: number;
}

/** A recovery code that is not used yet. */
interface RecoveryCodeTable {
  readonly user_id: string;
  readonly digest: string;
}

/** A session that has ended, found by its cookie alone (`server/auth/ended-sessions.ts`). */
interface EndedSessionTable {
  readonly cookie_digest: string;
  /** Digest of the cookie that was to replace it, which may or may not have reached the browser. */
  readonly next_digest: string | null;
  readonly session_id: string;
  readonly user_id: string;
  readonly browser: string | null;
  readonly reason: SessionEndReason;
  /** Data that the person wants removed from the device; null: nothing. */
  readonly remove_data: Removal | null;
  readonly ended_at: number;
  /** Time at which the device was instructed to remove its data. */
  readonly told_at: number | null;
  /** Time at which the device reported the removal. */
  readonly removed_at: number | null;
  readonly expires_at: number;
}

/** A membership that was erased: what devices of the person learn of it (`server/erasure/erased-memberships.ts`). */
interface ErasedMembershipTable {
  readonly org_id: string;
  readonly user_id: string;
  /** 1: with the organisation; 0: the person alone. */
  readonly with_organization: number;
  readonly erased_at: number;
}

/** How far the device of a session has come in the stream of an organisation (`server/sync/device-cursors.ts`). */
interface DeviceCursorTable {
  readonly org_id: string;
  readonly session_id: string;
  /** Organisation user. */
  readonly person: string;
  /** Epoch of the stream in which `cursor` is a version. */
  readonly epoch: string;
  readonly cursor: number;
  /** 1: the device keeps outlines of some projects (OUT-1). */
  readonly outlined: number;
  readonly summarized: number;
  /** Details up to this version are not on the device where their task is cold (OUT-7); 0: all are. */
  readonly hot_since: number;
  readonly reported_at: number;
}

/** What a device holds of an organisation (HOLD-1). */
interface DeviceHoldingsTable {
  readonly org_id: string;
  readonly session_id: string;
  /** Organisation user. */
  readonly person: string;
  /** Epoch of the stream in which `cursor` is a version. */
  readonly epoch: string;
  readonly cursor: number;
  readonly items: number;
  readonly files: number;
  /** Of the whole browser; null: it does not say. */
  readonly megabytes: number | null;
  readonly unsent: number;
  readonly encrypted: number;
  readonly persistent: number;
  readonly reported_at: number;
}

interface TaskSeenTable {
  readonly org_id: string;
  readonly task: string;
  /** Organisation user. */
  readonly person: string;
  /** Epoch of the stream in which `v` is a version. */
  readonly epoch: string;
  /** Rows of the task at or below this version have been on the person's screen. */
  readonly v: number;
}

interface AccessTokenTable {
  readonly digest: string;
  readonly session_id: string;
  readonly expires_at: number;
}

/** ECDH key pair on P-256 of a person (`server/auth/sealing-keys.ts`). */
interface SealingKeyTable {
  readonly user_id: string;
  /** Uncompressed point, base64url. */
  readonly public_key: string;
  /** PKCS#8, base64url. */
  readonly private_key: string;
  readonly created_at: number;
}

/** A link in a mail, or the address of a download. Used ones are deleted. */
interface OneTimeTokenTable {
  readonly digest: string;
  readonly purpose: 'invite' | 'reset' | 'verify' | 'address' | 'archive' | 'own-data';
  readonly user_id: string;
  /** The organisation of the mail; empty when the mail is about the account. */
  readonly org_id: string;
  /** The address that is proved by the link (`verify`, `address`); null for other purposes. */
  readonly email: string | null;
  readonly expires_at: number;
}

/** A browser in which the person has signed in before: failed attempts elsewhere cannot lock it out. */
interface KnownDeviceTable {
  readonly digest: string;
  readonly user_id: string;
  readonly expires_at: number;
}

/** Number of changes that a browser last reported unsent (`server/apply/unsent-reports.ts`); 0 has no row. */
interface UnsentReportTable {
  /** Digest of the browser's secret, as in `known_devices`. */
  readonly digest: string;
  readonly user_id: string;
  readonly org_id: string;
  readonly unsent: number;
}

/** A limit that is partly used up (`server/auth/buckets.ts`); unused ones have no row. */
interface RateLimitTable {
  /** Digest of the subject of the limit. */
  readonly key: string;
  /** Time at which it is unused again, milliseconds since 1970, UTC: each attempt moves it forward. */
  readonly free_at: number;
}

/** Result of a call whose response may have been lost (`server/auth/retry-keys.ts`). */
interface RetryKeyTable {
  /** Digest of the caller's key together with the arguments of the call. */
  readonly digest: string;
  readonly user_id: string;
  /** The opened session; null when there is none. */
  readonly session_id: string | null;
  /** The organisation of the accepted invitation. */
  readonly org_id: string | null;
  readonly expires_at: number;
}

/** Mails that are not sent yet. Sent mails are deleted, and with them the secrets in their links. */
interface MailQueueTable {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly link: string | null;
  readonly written_at: number;
  readonly attempts: number;
  readonly next_at: number;
  readonly last_error: string | null;
  /** `<organisation>/<invitation>` when the mail is about one: the row of the invitation shows the outcome. */
  readonly invitation: string | null;
  /** The same text as HTML; null: plain text alone. */
  readonly html: string | null;
  /** Address that stops mails of this kind. */
  readonly stop: string | null;
}

/** Mails about their work that a person has switched on in an organisation (`server/mail/digests.ts`). */
interface MailDigestTable {
  readonly org_id: string;
  readonly user_id: string;
  readonly digest: 'off' | 'daily' | 'weekly';
  /** 1: a mail also on other days, when something is due. */
  readonly reminders: number;
  /** Name of the IANA database. */
  readonly time_zone: string;
  /** Part of the address that stops the mails: each of them contains it, so that it is stored as it is. */
  readonly stop_secret: string;
  /** Morning of the next mail: milliseconds since 1970, UTC. */
  readonly next_at: number;
}
