import type { Kysely } from 'kysely';
import { CairnError } from '../../model/shared/errors.ts';
import { inEnglish } from '../../model/shared/message.ts';
import { TOO_MANY_ATTEMPTS, TOO_MANY_ATTEMPTS_NEXT } from '../../model/shared/texts-with-values.ts';
import type { RequestOrigin } from '../security/log.ts';
import type { Schema } from '../store/schema.ts';
import { type Bucket, type BucketRule, giveBackAttempts, claimAttempts } from './buckets.ts';

/** Limits of attempts. */
export interface AuthLimits {
  /** Sign-ins and sign-ups from one network address. */
  readonly perAddress: BucketRule;
  /** Wrong passwords for one account, from browsers in which it has never signed in. */
  readonly perAccount: BucketRule;
  /** Wrong passwords for one account from one browser in which it has signed in before. */
  readonly perDevice: BucketRule;
  /** Mails that strangers can cause to one address. */
  readonly mailsPerAddress: BucketRule;
  /** Invitations of one organisation, and as many of one person in all their organisations; repeated ones count too. */
  readonly invitations: BucketRule;
  /** Invitations to one address, from all senders. */
  readonly invitationsPerAddress: BucketRule;
}

const DAY_MS = 24 * 60 * 60_000;

/** A rule of so many invitations a day, all at once if need be. */
export function invitationsADay(count: number): BucketRule {
  return { burst: count, refillMs: Math.ceil(DAY_MS / count) };
}

/**
 * An account bucket is never empty for long: the next attempt is possible within half a minute, so an attacker gets
 * some 2,900 guesses a day, and the person, whose own browser has a bucket of its own, is never locked out by them.
 */
export const AUTH_LIMITS: AuthLimits = {
  perAddress: { burst: 30, refillMs: 2_000 },
  perAccount: { burst: 10, refillMs: 30_000 },
  perDevice: { burst: 10, refillMs: 10_000 },
  mailsPerAddress: { burst: 3, refillMs: 20 * 60_000 },
  invitations: invitationsADay(100),
  invitationsPerAddress: { burst: 10, refillMs: 60 * 60_000 },
};

/**
 * Wrong codes of second factors, besides those for the password, without which no code is checked. From elsewhere 288
 * codes a day can be tried, of which three in a million are right at a time.
 */
const CODES: BucketRule = { burst: 5, refillMs: 5 * 60_000 };
/** The same from a browser in which the account has signed in before. */
const CODES_OF_DEVICE: BucketRule = { burst: 5, refillMs: 60_000 };

/** A device reads the private key once per sign-in, and again when the response was lost. */
const SEALING_KEY: BucketRule = { burst: 60, refillMs: 10_000 };

/** Downloads of a person that the server makes: a lost response or download may be repeated, and no more. */
const DOWNLOADS: BucketRule = { burst: 10, refillMs: 10 * 60_000 };

/** Runs work in a write transaction that carries nothing else and resolves when it is on disk. */
type Write = <T>(work: (db: Kysely<Schema>) => Promise<T>) => Promise<T>;

/** Limits for all processes that share the database. */
export interface Throttle {
  /**
   * Uses an attempt of the address and of the account; throws `rate_limited` with `details.retry_after` (seconds).
   * Known and unknown accounts are counted alike. Returns a function that gives both back after success: an office
   * that signs in behind one address at nine o'clock is no attack.
   */
  readonly attempt: (who: Attempt) => Promise<() => Promise<void>>;
  /** Uses an attempt of the address alone. */
  readonly address: (address: string) => Promise<void>;
  /** True when one more mail may go to this address; counted in the transaction that writes it. */
  readonly mail: (db: Kysely<Schema>, email: string) => Promise<boolean>;
  /** True when the organisation and the person may send one more invitation; counted like a mail. */
  readonly invitation: (
    db: Kysely<Schema>,
    inviter: { readonly orgId: string; readonly userId: string },
  ) => Promise<boolean>;
  /** True when one more invitation may go to this address. */
  readonly invitationTo: (db: Kysely<Schema>, email: string) => Promise<boolean>;
  /** Uses one attempt of a second factor, as `attempt` does for passwords. */
  readonly factor: (who: FactorAttempt) => Promise<() => Promise<void>>;
  /** Uses one read of a person's own private key; throws like `attempt`. */
  readonly sealingKey: (userId: string) => Promise<void>;
  /** Uses one request of a person for a download of everything; throws like `attempt`. */
  readonly download: (userId: string) => Promise<void>;
}

export interface Attempt {
  readonly address: string;
  readonly email: string;
  /** Digest of the browser's own secret when it belongs to this account. */
  readonly device: string | undefined;
}

export interface FactorAttempt {
  readonly userId: string;
  /** As in `Attempt`. */
  readonly device: string | undefined;
}

export function createThrottle(limits: AuthLimits, now: () => number, write: Write): Throttle {
  const ofAddress = (address: string): Bucket => ({
    key: `address ${networkOf(address)}`,
    rule: limits.perAddress,
  });
  const ofAccount = ({ email, device }: Attempt): Bucket =>
    device === undefined
      ? { key: `account ${email}`, rule: limits.perAccount }
      : { key: `device ${device} ${email}`, rule: limits.perDevice };
  const isLeft = async (db: Kysely<Schema>, ...buckets: readonly Bucket[]) =>
    (await claimAttempts(db, buckets, now())) === 0;
  /** Uses one attempt of each, and none of the buckets after the first empty one. Committed also when it throws. */
  const claim = async (...buckets: readonly Bucket[]): Promise<void> => {
    refuseFor(await write((db) => claimAttempts(db, buckets, now())));
  };
  return {
    address: (address) => claim(ofAddress(address)),
    attempt: async (who) => {
      const buckets = [ofAddress(who.address), ofAccount(who)];
      await claim(...buckets);
      return () => write((db) => giveBackAttempts(db, buckets));
    },
    factor: async ({ userId, device }) => {
      const bucket =
        device === undefined
          ? { key: `factor ${userId}`, rule: CODES }
          : { key: `factor ${userId} ${device}`, rule: CODES_OF_DEVICE };
      await claim(bucket);
      return () => write((db) => giveBackAttempts(db, [bucket]));
    },
    mail: (db, email) => isLeft(db, { key: `letter ${email}`, rule: limits.mailsPerAddress }),
    invitation: async (db, { orgId, userId }) => {
      const rule = limits.invitations;
      return isLeft(
        db,
        { key: `invitations of ${orgId}`, rule },
        { key: `invitations by ${userId}`, rule },
      );
    },
    invitationTo: (db, email) =>
      isLeft(db, { key: `invitation ${email}`, rule: limits.invitationsPerAddress }),
    sealingKey: (userId) => claim({ key: `sealing key ${userId}`, rule: SEALING_KEY }),
    download: (userId) => claim({ key: `download ${userId}`, rule: DOWNLOADS }),
  };
}

/** Network address of a call, and the browser's own name. */
export interface Origin {
  readonly address: string;
  readonly browser?: string | null;
}

/** Origin of a call for the security log. */
export function originOf({ address, browser = null }: Origin): RequestOrigin {
  return { address, network: networkOf(address), browser };
}

/**
 * The key of a network address: a household or a machine has a whole /64 of IPv6 addresses, which count as one. An
 * IPv4-mapped IPv6 address counts as the IPv4 address.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = address.split('::');
  const left = groupsOf(head);
  const right = groupsOf(tail ?? '');
  const gap = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array.from({ length: gap }, () => '0'), ...right].slice(0, 4).join(':');
}

function groupsOf(part: string): readonly string[] {
  return part
    .split(':')
    .filter((group) => group !== '')
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''));
}

/** Throws `rate_limited` unless an attempt was left; `wait`: milliseconds until there is one. */
export function refuseFor(wait: number): void {
  if (wait === 0) return;
  const seconds = Math.ceil(wait / 1_000);
  throw new CairnError({
    code: 'rate_limited',
    message:
      seconds === 1
        ? TOO_MANY_ATTEMPTS_NEXT
        : inEnglish({ id: TOO_MANY_ATTEMPTS, values: { seconds } }),
    details: { retry_after: seconds },
  });
}
