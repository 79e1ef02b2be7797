import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { PART_BYTES, partsOf } from '../../../model/shared/file-limits.ts';
import type { Reply, RestClient } from '../../support/rest-client.ts';
import { freshId, ok, type Team } from './team.ts';

/** A file as a device sends it. */
export interface SentFile {
  readonly id: string;
  readonly scope: string;
  readonly name: string;
  readonly bytes: Buffer;
  readonly mediaType?: string;
}

export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Creates the row of a file, without its bytes. */
export function addRow(person: RestClient, file: SentFile): Promise<Reply> {
  return person.post('files/create/', {
    id: file.id,
    scope: file.scope,
    name: file.name,
    media_type: file.mediaType ?? 'application/octet-stream',
    size: file.bytes.length,
    digest: digestOf(file.bytes),
  });
}

/** One raw call with bytes, as a device sends it. */
export async function putPart(
  team: Pick<Team, 'app'>,
  person: RestClient,
  { id, n, bytes }: { readonly id: string; readonly n: number; readonly bytes: Buffer },
): Promise<{ readonly status: number; readonly text: string }> {
  const response = await team.app.fastify.inject({
    method: 'PUT',
    url: `/rest/files/${id}/parts/${String(n)}`,
    query: { organization_accesskey_id: person.orgId ?? '' },
    headers: {
      authorization: `Bearer ${person.token ?? ''}`,
      'content-type': 'application/octet-stream',
    },
    payload: bytes,
  });
  return { status: response.statusCode, text: response.body };
}

export function partOf(bytes: Buffer, n: number): Buffer {
  return bytes.subarray(n * PART_BYTES, (n + 1) * PART_BYTES);
}

/** Uploads a file: row, parts, completion. */
export async function upload(team: Team, person: RestClient, file: SentFile): Promise<Reply> {
  ok(await addRow(person, file));
  for (let n = 0; n < partsOf(file.bytes.length); n += 1) {
    const { status, text } = await putPart(team, person, {
      id: file.id,
      n,
      bytes: partOf(file.bytes, n),
    });
    if (status !== 200) throw new Error(`Part ${String(n)} answered ${String(status)}: ${text}`);
  }
  return person.post(`files/${file.id}/complete/`);
}

/** A stored file in the team's project; returns its id. */
export async function stored(
  team: Team,
  person: RestClient,
  file: { readonly name: string; readonly bytes: Buffer },
): Promise<string> {
  const id = freshId();
  ok(await upload(team, person, { ...file, id, scope: `project:${team.project}` }));
  return id;
}

/** The bytes and headers of a response to `GET files/{id}`. */
export async function fetchFile(
  team: Pick<Team, 'app'>,
  path: string,
  headers: Readonly<Record<string, string>>,
) {
  const response = await team.app.fastify.inject({
    method: 'GET',
    url: `/rest/files/${path}`,
    headers: { ...headers },
  });
  return {
    status: response.statusCode,
    headers: response.headers,
    bytes: response.rawPayload,
    text: response.body,
  };
}

export function bearer(person: RestClient): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${person.token ?? ''}` };
}

/** A multipart form; a field with `bytes` is a file. */
export function form(
  fields: Readonly<Record<string, string | { readonly name: string; readonly bytes: Buffer }>>,
): { readonly payload: Buffer; readonly headers: Readonly<Record<string, string>> } {
  const boundary = '----cairn-test-boundary';
  const parts = Object.entries(fields).flatMap(([name, value]) => {
    const isText = typeof value === 'string';
    const file = isText
      ? ''
      : `; filename="${value.name}"\r\nContent-Type: application/octet-stream`;
    return [
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`),
      isText ? Buffer.from(value) : value.bytes,
      Buffer.from('\r\n'),
    ];
  });
  return {
    payload: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

/** Sends a form as a plain client does. */
export async function sendForm(
  team: Pick<Team, 'app'>,
  person: RestClient,
  {
    path,
    fields,
    method = 'POST',
    headers = {},
  }: {
    readonly path: string;
    readonly fields: Parameters<typeof form>[0];
    readonly method?: 'POST' | 'PATCH';
    readonly headers?: Readonly<Record<string, string>>;
  },
) {
  const { payload, headers: own } = form(fields);
  const response = await team.app.fastify.inject({
    method,
    url: `/rest/${path}`,
    query: { organization_accesskey_id: person.orgId ?? '' },
    headers: { ...bearer(person), ...own, ...headers },
    payload,
  });
  return {
    status: response.statusCode,
    headers: response.headers,
    body: response.json(),
    text: response.body,
  };
}

/** A photo as a phone takes it: rotated, with its location. */
export function photo(width = 60, height = 40): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#146a94' } })
    .withExif({
      IFD0: { Make: 'Cairn Test Camera', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '59/1 54/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}
