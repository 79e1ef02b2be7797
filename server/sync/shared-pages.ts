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
  readonly page: ScannedPage;
  /** Changes as JSON, and as a part of a compressed stream; undefined for a small page. */
  readonly encoded: EncodedChanges | undefined;
}

interface EncodedChanges {
  readonly json: Buffer;
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
      const json = Buffer.from(JSON.stringify(page.changes));
      const shared = { page, encoded: { json, deflated: deflated(json) } };
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
 * Encodes a page around its shared changes, as the parts of a JSON text or of a gzip file: the shared part is not
 * copied, however many devices read it slowly. A gzip file may consist of parts that were compressed each by itself, as
 * long as each ends at a byte (RFC 1951, 3.2.4) and the last one ends the stream.
 */
export function encodePage(
  page: Omit<PullPage, 'changes'>,
  { json, deflated: middle }: EncodedChanges,
  gzip: boolean,
): readonly Buffer[] {
  const { epoch, head, floor, scopes, ...rest } = page;
  const first = JSON.stringify({ epoch, head, floor, scopes });
  const before = Buffer.from(`${first.slice(0, -1)},"changes":`);
  const after = Buffer.from(`,${JSON.stringify(rest).slice(1)}`);
  const parts = [before, json, after];
  if (!gzip) return parts;
  const end = Buffer.alloc(8);
  end.writeUInt32LE(
    parts.reduce((sum, part) => crc32(part, sum), 0),
    0,
  );
  end.writeUInt32LE(parts.reduce((sum, part) => sum + part.length, 0) >>> 0, 4);
  const last = deflateRawSync(after, { level: LEVEL });
  return [GZIP_HEADER, deflated(before), middle, last, end];
}

/** RFC 1952: deflate, no flags, no time, unknown system. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

function deflated(bytes: Buffer): Buffer {
  return deflateRawSync(bytes, { level: LEVEL, finishFlush: constants.Z_FULL_FLUSH });
}
