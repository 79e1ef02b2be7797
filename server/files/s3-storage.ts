import { createWriteStream, openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AwsClient } from 'aws4fetch';
import { CairnError } from '../../model/shared/errors.ts';
import type { S3Place } from '../shared/s3-url.ts';
import {
  type ByteRange,
  type FileStorage,
  requireObjectName,
  type StorageOwner,
  type StoredObject,
} from './storage.ts';

/** Retries of a call after 429 and 5xx, with growing pauses. */
const RETRIES = 3;
/** No name of an object: it is never listed. */
const OWNER = 'installation';

/** Objects in an S3-compatible store, for several processes on several machines. */
export function s3Storage(place: S3Place): FileStorage & { readonly owner: StorageOwner } {
  const { accessKeyId, secretAccessKey, region } = place;
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3',
    retries: RETRIES,
  });
  const call: AwsClient['fetch'] = (...request) =>
    client.fetch(...request).catch((cause: unknown) => {
      throw unavailable(cause);
    });
  const ownerUrl = `${place.bucket}/${place.prefix}${OWNER}`;
  const urlOf = (name: string) => `${place.bucket}/${place.prefix}${requireObjectName(name)}`;
  return {
    write: async (name, bytes) => {
      const url = urlOf(name);
      // The store requires the length beforehand, and a retry the same bytes again.
      const folder = await mkdtemp(join(tmpdir(), 'cairn-upload-'));
      try {
        const path = join(folder, 'object');
        await pipeline(Readable.from(bytes), createWriteStream(path, { mode: 0o600 }));
        const body = await openAsBlob(path);
        await done(await call(url, { method: 'PUT', body }));
        return body.size;
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    read: async (name, range) => {
      const answer = await call(urlOf(name), { headers: rangeHeader(range) });
      if (answer.status === 404) {
        await answer.body?.cancel();
        throw new CairnError({
          code: 'not_found',
          message: /*i18n*/ 'The bytes of this file are missing',
        });
      }
      if (!answer.ok) throw await failed(answer);
      return Readable.from(chunksOf(answer));
    },
    remove: async (name) => {
      const answer = await call(urlOf(name), { method: 'DELETE' });
      if (answer.status !== 404) await done(answer);
      else await answer.body?.cancel();
    },
    list: () => listBucket(client, place),
    owner: {
      read: async () => {
        const answer = await call(ownerUrl);
        if (answer.ok) return (await answer.text()).trim();
        if (answer.status !== 404) throw await failed(answer);
        await answer.body?.cancel();
        return undefined;
      },
      write: async (owner) => done(await call(ownerUrl, { method: 'PUT', body: owner })),
    },
  };
}

async function* listBucket(client: AwsClient, place: S3Place): AsyncGenerator<StoredObject> {
  let more: string | undefined;
  do {
    const url = new URL(place.bucket);
    url.searchParams.set('list-type', '2');
    url.searchParams.set('prefix', place.prefix);
    if (more !== undefined) url.searchParams.set('continuation-token', more);
    const answer = await client.fetch(url.href);
    if (!answer.ok) throw await failed(answer);
    const page = await answer.text();
    for (const [, object = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
      const name = textIn(object, 'Key')?.slice(place.prefix.length) ?? '';
      const since = Date.parse(textIn(object, 'LastModified') ?? '');
      if (/^[0-9a-f]{32}$/.test(name) && !Number.isNaN(since)) yield { name, since };
    }
    more = textIn(page, 'NextContinuationToken');
  } while (more !== undefined);
}

/** The text of the first element of a name. Keys and tokens contain no other entities than `&amp;` and its like. */
function textIn(xml: string, element: string): string | undefined {
  const [, text] = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml) ?? [];
  return text
    ?.replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

/** The bytes of the response; a reader that stops closes the connection. */
async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  if (reader === undefined) return;
  try {
    for (;;) {
      const next: { readonly value?: Uint8Array | undefined } = await reader.read();
      if (next.value === undefined) return;
      yield next.value;
    }
  } finally {
    await reader.cancel();
  }
}

function rangeHeader(range: ByteRange | undefined): Readonly<Record<string, string>> {
  return range === undefined ? {} : { range: `bytes=${String(range.start)}-${String(range.end)}` };
}

async function done(answer: Response): Promise<void> {
  if (!answer.ok) throw await failed(answer);
  await answer.body?.cancel();
}

/** With the store's own code, e.g. `AccessDenied`, for the operator's log only. */
async function failed(answer: Response): Promise<Error> {
  const code = textIn(await answer.text(), 'Code') ?? 'no code';
  return unavailable(new Error(`The object store answered ${String(answer.status)} ${code}`));
}

/** 503: no file is the reason, so that a device waits with all of them and rejects none (FILE-2.8). */
function unavailable(cause: unknown): CairnError {
  return new CairnError(
    {
      code: 'unavailable',
      message: /*i18n*/ 'The store for files does not answer. Try again a little later.',
    },
    { cause },
  );
}
