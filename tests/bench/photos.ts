import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { projectScope } from '../../model/entities/scopes.ts';
import { PART_BYTES, partsOf } from '../../model/shared/file-limits.ts';
import type { Peer } from './peer.ts';
import type { Board } from './seed.ts';

/** Uploads at once. */
const AT_ONCE = 8;
const WIDTH = 1_200;
const HEIGHT = 900;

/** Gives each of the first tasks of a board a photo of some 400 kB. */
export async function addPhotos(peer: Peer, board: Board, count: number): Promise<void> {
  const waiting = board.tasks.slice(0, count).entries();
  const uploadNext = async () => {
    for (const [index, task] of waiting) {
      const bytes = await photo(index);
      const id = peer.id();
      await expectOk(
        peer.send('POST', 'files/create/', {
          id,
          scope: projectScope(board.project),
          name: `photo-${String(index)}.jpg`,
          media_type: 'image/jpeg',
          size: bytes.length,
          digest: createHash('sha256').update(bytes).digest('hex'),
        }),
      );
      for (let n = 0; n < partsOf(bytes.length); n += 1) await sendPart(peer, { id, n, bytes });
      await expectOk(peer.send('POST', `files/${id}/complete/`, {}));
      await expectOk(peer.send('POST', 'task-file/create/', { task, file: id }));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, uploadNext));
}

async function sendPart(
  { url, token, orgId }: Peer,
  { id, n, bytes }: { readonly id: string; readonly n: number; readonly bytes: Buffer },
): Promise<void> {
  const address = `${url}/rest/files/${id}/parts/${String(n)}?organization_accesskey_id=${orgId}`;
  const answer = await fetch(address, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes.subarray(n * PART_BYTES, (n + 1) * PART_BYTES)),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

async function expectOk(
  sent: Promise<{ readonly status: number; readonly text: string }>,
): Promise<void> {
  const { status, text } = await sent;
  if (status >= 300) throw new Error(text);
}

/** Noise, which a compressor makes no smaller, as a picture of its own. */
function photo(seed: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 90 + (seed % 60), sigma: 20 } as const;
  const create = { width: WIDTH, height: HEIGHT, channels: 3, background: '#000', noise } as const;
  return sharp({ create }).jpeg({ quality: 60 }).toBuffer();
}
