import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { CairnError } from '../../../model/shared/errors.ts';
import {
  openRecords,
  sealRecords,
  type SnapshotRecord,
} from '../../../sync/store/snapshot-format.ts';

const PASSPHRASE = 'four quiet herons wade';
const REFUSED = /^This (file is not a snapshot|snapshot is damaged or incomplete)/;
const RECORDS: readonly SnapshotRecord[] = [
  { head: { kind: 'first', text: 'Grüße ✓' } },
  { head: { n: 1 }, bytes: new Uint8Array([1, 2, 3]) },
  { head: { n: 2 } },
];

describe('the encrypted file of a snapshot', () => {
  let file: Uint8Array<ArrayBuffer>;
  beforeAll(async () => {
    file = await sealed(RECORDS);
  });

  it('gives back what was stored, in its order', async () => {
    expect(await opened(file)).toEqual(RECORDS);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ head: fc.jsonValue(), bytes: bytes() }), { minLength: 1 }),
        async (records) => {
          const found = await opened(await sealed(records));
          const jsoned = JSON.parse(JSON.stringify(records.map(({ head }) => head)));
          expect(found.map(({ head }) => head)).toEqual(jsoned);
          expect(found.map((one) => one.bytes)).toEqual(records.map((one) => one.bytes));
        },
      ),
      { numRuns: 30 },
    );
  });

  it('contains no text of the records and no passphrase', () => {
    const text = Buffer.from(file).toString('latin1');
    expect(text).not.toContain('first');
    expect(text).not.toContain('herons');
  });

  it('is refused with a text when any byte of it is another one', async () => {
    for (let at = 0; at < file.length; at += 1) {
      const other = file.slice();
      other[at] = (other[at] ?? 0) ^ 0x41;
      const failure = await failureOf(other);
      expect({ at, failure: REFUSED.test(failure) }).toEqual({ at, failure: true });
    }
  });

  it('is refused when it was cut at any place, or continued', async () => {
    for (let length = 0; length < file.length; length += 1) {
      const failure = await failureOf(file.slice(0, length));
      expect({ length, failure: REFUSED.test(failure) }).toEqual({ length, failure: true });
    }
    const longer = new Uint8Array([...file, 0]);
    expect(await failureOf(longer)).toContain('damaged or incomplete');
  });

  it('is refused when chunks are missing, repeated, in another order, or of another file', async () => {
    const [header, ...chunks] = chunksOf(file);
    const [, ...foreign] = chunksOf(await sealed(RECORDS));
    const [one, two, three] = chunks;
    for (const wrong of [
      [one, two],
      [one, three],
      [two, one, three],
      [one, two, two, three],
      [one, foreign[1], three],
      foreign,
      [],
    ]) {
      expect(await failureOf(join([header, ...wrong]))).toContain('damaged or incomplete');
    }
    expect(await opened(join([header, ...chunks]))).toEqual(RECORDS);
  });

  it('distinguishes another passphrase from a damaged file', async () => {
    expect(await failureOf(file, 'four quiet herons swim')).toBe(
      'This passphrase does not open the snapshot.',
    );
    // The same letters, composed in another way by another keyboard.
    const typed = await sealed(RECORDS, 'Gr\u00fc\u00dfe an alle');
    expect(await opened(typed, 'Gru\u0308\u00dfe an alle')).toEqual(RECORDS);
  });
});

function bytes() {
  return fc
    .option(fc.uint8Array({ minLength: 1, maxLength: 300 }), { nil: undefined })
    .map((some) => some && new Uint8Array(some));
}

async function sealed(
  records: readonly SnapshotRecord[],
  passphrase = PASSPHRASE,
): Promise<Uint8Array<ArrayBuffer>> {
  async function* all() {
    yield* records;
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of sealRecords(all(), { passphrase, iterations: 1 })) chunks.push(chunk);
  return join(chunks);
}

async function opened(
  content: Uint8Array<ArrayBuffer>,
  passphrase = PASSPHRASE,
): Promise<readonly SnapshotRecord[]> {
  const found: SnapshotRecord[] = [];
  for await (const record of openRecords(new Blob([content]), passphrase)) found.push(record);
  return found;
}

async function failureOf(content: Uint8Array<ArrayBuffer>, passphrase?: string): Promise<string> {
  try {
    await opened(content, passphrase);
    return 'It opened';
  } catch (error) {
    if (error instanceof CairnError) return error.message;
    throw error;
  }
}

/** The header, and each chunk with its length. */
function chunksOf(content: Uint8Array<ArrayBuffer>): readonly Uint8Array[] {
  const chunks: Uint8Array[] = [content.slice(0, 64)];
  for (let at = 64; at < content.length;) {
    const end = at + 4 + new DataView(content.buffer).getUint32(at);
    chunks.push(content.slice(at, end));
    at = end;
  }
  return chunks;
}

function join(parts: readonly (Uint8Array | undefined)[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(parts.flatMap((part) => [...(part ?? [])]));
}
