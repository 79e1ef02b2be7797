import { CairnError } from '../../model/shared/errors.ts';
import { type BucketRule, createBuckets } from './buckets.ts';

/** How often somebody may try. */
export interface AuthLimits {
  /** Sign-ins and sign-ups from one network address. */
  readonly perAddress: BucketRule;
  /** Wrong passwords for one account, from browsers that nobody has signed in with before. */
  readonly perAccount: BucketRule;
  /** Wrong passwords for one account from one browser that it has signed in with before. */
  readonly perDevice: BucketRule;
  /** Letters that strangers can cause to one address. */
  readonly lettersPerAddress: BucketRule;
}

/**
 * An account bucket never empties for long: the next attempt comes within half a minute, so an attacker gets some
 * 2,900 guesses a day, and the person, whose own browser has a bucket of its own, is never shut out by them.
 */
export const AUTH_LIMITS: AuthLimits = {
  perAddress: { burst: 30, refillMs: 2_000 },
  perAccount: { burst: 10, refillMs: 30_000 },
  perDevice: { burst: 10, refillMs: 10_000 },
  lettersPerAddress: { burst: 3, refillMs: 20 * 60_000 },
};

export interface Throttle {
  /**
   * Takes an attempt of the address and of the account; throws `rate_limited` with `details.retry_after` (seconds).
   * Known and unknown accounts are counted alike. Returns what gives both back after success: an office that signs in
   * behind one address at nine o'clock is no attack.
   */
  readonly attempt: (who: Attempt) => () => void;
  /** Takes an attempt of the address alone. */
  readonly address: (address: string) => void;
  /** True when one more letter may go to this address. */
  readonly letter: (email: string) => boolean;
}

export interface Attempt {
  readonly address: string;
  readonly email: string;
  /** Digest of the browser's own secret when it belongs to this account. */
  readonly device: string | undefined;
}

export function createThrottle(limits: AuthLimits, now: () => number): Throttle {
  const addresses = createBuckets(limits.perAddress, now);
  const accounts = createBuckets(limits.perAccount, now);
  const devices = createBuckets(limits.perDevice, now);
  const letters = createBuckets(limits.lettersPerAddress, now);
  const address = (name: string) => {
    refuseFor(addresses.take(networkOf(name)));
  };
  return {
    address,
    attempt: (who) => {
      address(who.address);
      const [buckets, key] =
        who.device === undefined ? [accounts, who.email] : [devices, `${who.device} ${who.email}`];
      refuseFor(buckets.take(key));
      return () => {
        buckets.giveBack(key);
        addresses.giveBack(networkOf(who.address));
      };
    },
    letter: (email) => letters.take(email) === 0,
  };
}

/**
 * Whom an address counts as: a household or a machine gets a whole /64 of IPv6 addresses, so those count as one. An
 * IPv4 address in IPv6 clothes is the IPv4 address.
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

function refuseFor(wait: number): void {
  if (wait === 0) return;
  const seconds = Math.ceil(wait / 1_000);
  throw new CairnError({
    code: 'rate_limited',
    message: `Too many attempts. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    details: { retry_after: seconds },
  });
}
