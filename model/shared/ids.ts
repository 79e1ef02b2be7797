import * as v from 'valibot';

/** The random source and the clock are parameters: model/ never reads the machine's own. */
export interface IdSource {
  /** Milliseconds since 1970, UTC. */
  readonly now: () => number;
  /** Fills the array with random bytes. */
  readonly randomBytes: (target: Uint8Array) => Uint8Array;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const SERIAL = /^[1-9][0-9]{0,14}$/;

/**
 * Id of a row created on a device: UUIDv7 in lower case (IDS, ID-1). Nothing is ever ordered by it.
 */
export const uuidSchema = v.pipe(v.string(), v.regex(UUID, 'is not a UUIDv7'));

/** Either kind of id, for references to a row. */
export const idSchema = v.pipe(v.string(), v.minLength(1), v.maxLength(80));

/** A list of ids without duplicates: the first occurrence stays in place. */
export function distinctIdsSchema(most: number, message = 'are too many') {
  return v.pipe(
    v.array(idSchema),
    v.maxLength(most, message),
    v.transform((ids) => [...new Set(ids)]),
  );
}

/** Creates a UUIDv7 (RFC 9562). */
export function newId(source: IdSource): string {
  const bytes = source.randomBytes(new Uint8Array(16));
  let time = source.now();
  for (let index = 5; index >= 0; index -= 1) {
    bytes[index] = time % 256;
    time = Math.floor(time / 256);
  }
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
}

/**
 * Id of the membership of one person in one project. It is derived from the two ids, so that two
 * people who add the same person offline create one membership.
 */
export function memberId(projectId: string, orgUserId: string): string {
  return `${projectId}.${orgUserId}`;
}

/** The person of a membership id, or undefined if it is not one of this project. */
export function memberOrgUser(projectId: string, id: string): string | undefined {
  const prefix = `${projectId}.`;
  if (!id.startsWith(prefix)) return undefined;
  const rest = id.slice(prefix.length);
  return SERIAL.test(rest) ? rest : undefined;
}
