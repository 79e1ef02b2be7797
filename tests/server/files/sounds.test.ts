import { expect, it } from 'vitest';
import { files } from '../../../model/entities/file.ts';
import { typeOf } from '../../../server/files/types.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { bearer, digestOf, fetchFile, putPart, upload } from '../support/files.ts';
import { freshId, ok, pull, startTeam } from '../support/team.ts';

const WEBM_HEAD = Buffer.from('1a45dfa387428284', 'hex');

/** The first bytes of a WebM with tracks of these codecs. */
function webm(...codecs: readonly string[]): Buffer {
  const tracks = codecs.map((codec) => Buffer.from(`\u0086${codec}`, 'latin1'));
  return Buffer.concat([WEBM_HEAD, Buffer.from('webm'), Buffer.alloc(60), ...tracks, NOISE]);
}

/** The first bytes of an MP4 with tracks of these kinds. */
function mp4(...kinds: readonly string[]): Buffer {
  const type = Buffer.from('0000001866747970', 'hex');
  const tracks = kinds.map((kind) => Buffer.from(`hdlr${'\0'.repeat(8)}${kind}`));
  return Buffer.concat([type, Buffer.from('iso5\0\0\u0002\0iso5iso6'), ...tracks, NOISE]);
}

const NOISE = Buffer.alloc(400, 7);

it('a recording with sound alone is a sound, one with a picture is a film', async () => {
  const typed = async (bytes: Buffer) => (await typeOf(bytes)).mediaType;
  expect(await typed(webm('A_OPUS'))).toBe('audio/webm');
  expect(await typed(webm('V_VP9', 'A_OPUS'))).toBe('video/webm');
  expect(await typed(webm('V_VP8'))).toBe('video/webm');
  expect(await typed(mp4('soun'))).toBe('audio/mp4');
  expect(await typed(mp4('vide', 'soun'))).toBe('video/mp4');
  expect(await typeOf(webm('A_OPUS'))).toMatchObject({ kind: 'other', isPixels: false });
});

forEachDatabase('a voice note', (open) => {
  it('[FILE-1.8] comes with its length and waveform, and is served as a sound in ranges', async () => {
    const team = await startTeam(open);
    const { founder } = team;
    const bytes = webm('A_OPUS');
    const id = freshId();
    const note = {
      id,
      scope: `project:${team.project}`,
      name: 'Voice note.webm',
      media_type: 'audio/webm',
      size: bytes.length,
      digest: digestOf(bytes),
      duration_ms: 4_200,
      peaks: '039fc',
    };
    for (const wrong of [
      { peaks: 'loud' },
      { peaks: 'f'.repeat(201) },
      { duration_ms: -1 },
      { duration_ms: 1.5 },
      { media_type: 'image/png' },
    ]) {
      expect((await founder.post('files/create/', { ...note, ...wrong })).status).toBe(400);
    }
    ok(await founder.post('files/create/', note));
    await putPart(team, founder, { id, n: 0, bytes });
    ok(await founder.post(`files/${id}/complete/`));
    const { changes } = ok(await pull(founder)).body;
    const row = files.parse(
      changes.findLast((one: { row?: { id: string } }) => one.row?.id === id).row,
    );
    expect(row).toMatchObject({
      media_type: 'audio/webm',
      kind: 'other',
      state: 'stored',
      duration_ms: 4_200,
      peaks: '039fc',
    });
    const whole = await fetchFile(team, id, bearer(founder));
    expect(whole.headers).toMatchObject({
      'content-type': 'audio/webm',
      'x-content-type-options': 'nosniff',
      'content-disposition': expect.stringContaining('inline; filename="Voice note.webm"'),
    });
    const part = await fetchFile(team, id, { ...bearer(founder), range: 'bytes=4-11' });
    expect(part.status).toBe(206);
    expect(part.bytes).toEqual(bytes.subarray(4, 12));
  });

  it('whose bytes are a film is a film, whatever the device said', async () => {
    const team = await startTeam(open);
    const { founder } = team;
    const id = freshId();
    const sent = {
      id,
      scope: `project:${team.project}`,
      name: 'note.webm',
      bytes: webm('V_VP9', 'A_OPUS'),
      mediaType: 'audio/webm',
    };
    ok(await upload(team, founder, sent));
    const { headers } = await fetchFile(team, id, bearer(founder));
    expect(headers['content-type']).toBe('video/webm');
  });
});
