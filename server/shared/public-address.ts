import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Networks of IPv4 that are not the public internet (IANA's registry of special addresses). */
const SPECIAL_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/** Networks inside `2000::/3`, which is all of the public internet in IPv6, that lead elsewhere (Teredo, 6to4, examples). */
const SPECIAL_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const special = listOf(SPECIAL_V4, SPECIAL_V6);
const unicast = listOf([], ['2000::/3']);

/** True for an address of the public internet; false also for a text that is no address. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !special.check(address, 'ipv4');
  if (version === 6) return unicast.check(address, 'ipv6') && !special.check(address, 'ipv6');
  return false;
}

/** Address that a URL names instead of a host; undefined for a host's name. */
export function literalAddress({ hostname }: URL): string | undefined {
  const address = hostname.replaceAll(/^\[|\]$/g, '');
  return isIP(address) === 0 ? undefined : address;
}

/** True for a host's name that never leads to the public internet: of this machine or of a local network. */
export function isLocalName(target: URL): boolean {
  const name = target.hostname.replace(/\.$/, '');
  if (literalAddress(target) !== undefined) return false;
  return !name.includes('.') || /\.(?:localhost|local|internal|home\.arpa)$/.test(name);
}

/** Code of the error for an address inside the operator's network. */
export const PRIVATE_ADDRESS = 'EPRIVATE';

/**
 * Resolves a name for a connection and rejects with `EPRIVATE` when any of its addresses is not public. The connection
 * uses the addresses of this very answer: a name cannot be public when it is checked and private afterwards.
 */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error !== null || first === undefined) {
      callback(error ?? new Error('No address'), '', 0);
    } else if (!addresses.every(({ address }) => isPublicAddress(address))) {
      callback(privateAddress(), '', 0);
    } else if (options.all === true) {
      callback(null, addresses);
    } else {
      callback(null, first.address, first.family);
    }
  });
};

function privateAddress(): NodeJS.ErrnoException {
  return Object.assign(new Error('The address is not public'), { code: PRIVATE_ADDRESS });
}

/** True for a host that the operator has named, with or without its port. */
export function isNamed({ host, hostname }: URL, privateHosts: readonly string[]): boolean {
  return privateHosts.includes(host) || privateHosts.includes(hostname);
}

/**
 * Options of a request that reaches the public internet alone, or a host that the operator has named. Throws `EPRIVATE`
 * for an address of another network.
 */
export function guardOf(
  target: URL,
  privateHosts: readonly string[],
): { readonly lookup?: LookupFunction } {
  if (isNamed(target, privateHosts)) return {};
  const literal = literalAddress(target);
  if (literal !== undefined && !isPublicAddress(literal)) throw privateAddress();
  return { lookup: publicLookup };
}

function listOf(v4: readonly string[], v6: readonly string[]): BlockList {
  const list = new BlockList();
  for (const [networks, family] of [[v4, 'ipv4'] as const, [v6, 'ipv6'] as const]) {
    for (const network of networks) {
      const [address = '', bits] = network.split('/');
      list.addSubnet(address, Number(bits), family);
    }
  }
  return list;
}
