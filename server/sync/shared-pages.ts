import { constants, crc32, deflateRawSync } from 'node:zlib';
import type { PullPage } from '../../model/protocol/messages.ts';
import { LIMITS } from '../../model/protocol/version.ts';
import type { ScannedPage } from './pull.ts';

/** Pages kept; one has up to about a megabyte. */
const PAGES_KEPT = 16;
/** Favours speed: rows compress well at any level. */
const LEVEL = 3;

/**
 * Large pages of one state of a stream, for the many devices that pull after a bulk change: changes are read, encoded
 * and compressed once, and each response adds its reader's scopes.
 */
export interface SharedPages {
  /**
   * The page under a key for a reader of `scopes`, or the one that `read` returns. Two readers share a page only when
   * they may read the same ones of all scopes that were looked at for it.
   */
  readonly page: (
    key: string,
    canRead: (scope: string) => boolean,
    read: () => Promise<ScannedPage>,
  ) => Promise<SharedPage>;
}

export interface SharedPage {
  /** The changes of a large page are only in `encoded`. */
  readonly page: ScannedPage;
  /** Changes as JSON, and as a part of a compressed stream; undefined for a small page. */
  readonly encoded: EncodedChanges | undefined;
}

/** The beginning of a page, up to its changes. */
interface EncodedChanges {
  readonly json: Buffer;
  readonly crc: number;
  readonly deflated: Buffer;
}

export function createSharedPages(): SharedPages {
  const kept: { readonly key: string; readonly shared: SharedPage }[] = [];
  return {
    page: async (key, canRead, read) => {
      const known = kept.find((one) => one.key === key && isFor(one.shared.page, canRead));
      if (known !== undefined) return known.shared;
      const page = await read();
      if (page.changes.length <= LIMITS.eventRows) return { page, encoded: undefined };
      const json = Buffer.from(`{"changes":${JSON.stringify(page.changes)}`);
      const shared = {
        page: { ...page, changes: [] },
        encoded: { json, crc: crc32(json), deflated: deflated(json) },
      };
      kept.push({ key, shared });
      if (kept.length > PAGES_KEPT) kept.shift();
      return shared;
    },
  };
}

function isFor({ examined, visible }: ScannedPage, canRead: (scope: string) => boolean): boolean {
  for (const scope of examined) if (canRead(scope) !== visible.has(scope)) return false;
  return true;
}

/**
 * Encodes a page behind its shared changes, as the parts of a JSON text or of a gzip file: the shared part is not
 * copied, however many devices read it slowly, and its checksum is not computed again. A gzip file may consist of parts
 * that were compressed each by itself, as long as each ends at a byte (RFC 1951, 3.2.4) and the last one ends the
 * stream.
 */
export function encodePage(
  rest: Omit<PullPage, 'changes'>,
  { json, crc, deflated: start }: EncodedChanges,
  gzip: boolean,
): readonly Buffer[] {
  const after = Buffer.from(`,${JSON.stringify(rest).slice(1)}`);
  if (!gzip) return [json, after];
  const end = Buffer.alloc(8);
  end.writeUInt32LE(crc32(after, crc), 0);
  end.writeUInt32LE((json.length + after.length) >>> 0, 4);
  return [GZIP_HEADER, start, deflateRawSync(after, { level: LEVEL }), end];
}

/** RFC 1952: deflate, no flags, no time, unknown system. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

function deflated(bytes: Buffer): Buffer {
  return deflateRawSync(bytes, { level: LEVEL, finishFlush: constants.Z_FULL_FLUSH });
}
