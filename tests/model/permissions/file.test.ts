import { describe, expect, it } from 'vitest';
import type { FileRow } from '../../../model/entities/file.ts';
import { rejectForeignFile } from '../../../model/mutations/context/file-context.ts';
import type { Actor } from '../../../model/permissions/actor.ts';
import {
  type FileScopeContext,
  mayAddFile,
  mayDeleteFile,
} from '../../../model/permissions/file.ts';

const flags = { get_access: true, post_access: true, patch_access: true, delete_access: true };
const actor = (level: string, given: Partial<typeof flags> = {}): Actor => ({
  orgId: '1',
  userId: 'u7',
  orgUserId: '7',
  level,
  specialRole: false,
  ...flags,
  ...given,
});

const people = {
  level1: actor('Level 1'),
  member: actor('Member'),
  patchOnly: actor('Member', { post_access: false }),
  reader: actor('Member', { post_access: false, patch_access: false }),
};

/** Columns: Level 1, an ordinary level, without post, without post and patch. */
const places: readonly (readonly [string, FileScopeContext, readonly boolean[]])[] = [
  [
    'a project of theirs',
    { kind: 'project', exists: true, isMember: true },
    [true, true, true, false],
  ],
  [
    'a project of others',
    { kind: 'project', exists: true, isMember: false },
    [true, false, false, false],
  ],
  [
    'a project that is about to be made',
    { kind: 'project', exists: false, isMember: false },
    [true, false, false, false],
  ],
  ['a workspace', { kind: 'workspace' }, [true, false, false, false]],
  ['a conversation of theirs', { kind: 'conversation', isMember: true }, [true, true, true, true]],
  [
    'a conversation of others',
    { kind: 'conversation', isMember: false },
    [false, false, false, false],
  ],
  ['their profile', { kind: 'directory' }, [true, true, true, true]],
  ['nowhere', { kind: 'unknown' }, [false, false, false, false]],
];

const photo = { kind: 'image', media_type: 'image/jpeg' } as const;

describe('a file may be added', () => {
  it.each(places)('to %s', (_name, context, allowed) => {
    const answers = Object.values(people).map(
      (who) => mayAddFile(who, context, photo) === undefined,
    );
    expect(answers).toEqual(allowed);
  });

  it('to the organisation scope, which everybody reads, only as a picture', () => {
    const heic = { kind: 'other', media_type: 'image/heic' } as const;
    const text = { kind: 'other', media_type: 'text/html' } as const;
    for (const who of Object.values(people)) {
      expect(mayAddFile(who, { kind: 'directory' }, heic)).toBeUndefined();
      expect(mayAddFile(who, { kind: 'directory' }, text)).toMatchObject({ code: 'invalid' });
    }
  });
});

const file: FileRow = {
  id: 'f',
  scope: 'project:p',
  v: 1,
  name: 'rope.jpg',
  media_type: 'image/jpeg',
  size: 1,
  digest: '',
  kind: 'image',
  width: null,
  height: null,
  state: 'uploading',
  uploaded_by: '7',
  created_at: '',
  taken_at: null,
  drawn_on: null,
  duration_ms: null,
  peaks: null,
  place: null,
};

it('a file that was never uploaded is deleted by the person whose device has it; a missing file is refused', () => {
  expect(mayDeleteFile(people.member, file)).toBeUndefined();
  expect(mayDeleteFile(people.member, undefined)).toBeUndefined();
  expect(mayDeleteFile(people.level1, { ...file, uploaded_by: '8' })?.code).toBe('not_found');
  expect(mayDeleteFile(people.member, { ...file, state: 'stored' })?.code).toBe('conflict');
});

describe('a row may refer', () => {
  const ask = (given: Partial<Parameters<typeof rejectForeignFile>[0]>) =>
    rejectForeignFile({ id: 'f', file, actor: people.member, scope: 'project:p', ...given })?.code;

  it('to the actor’s own file in the row’s scope, and to none', () => {
    expect(ask({})).toBeUndefined();
    expect(ask({ id: null, file: undefined })).toBeUndefined();
    expect(ask({ id: undefined, file: undefined })).toBeUndefined();
  });

  it('to no file that is missing, another person’s, or of another scope', () => {
    expect(ask({ file: undefined })).toBe('not_found');
    expect(ask({ file: { ...file, uploaded_by: '8' } })).toBe('not_found');
    for (const scope of ['workspace:w', 'directory', 'group:1', 'direct:7:8']) {
      expect(ask({ scope })).toBe('not_found');
      expect(ask({ scope: 'project:p', file: { ...file, scope } })).toBe('not_found');
    }
    const others = { ...file, uploaded_by: '8' };
    expect(ask({ scope: 'project:other', file: others })).toBe('not_found');
  });

  it('[FILE-1.10] to the actor’s own file of another project, which the server moves', () => {
    expect(ask({ scope: 'project:other' })).toBeUndefined();
    const document = { kind: 'other', media_type: 'text/plain' } as const;
    const text: FileRow = { ...file, ...document };
    expect(ask({ scope: 'project:other', file: text, needs: 'image' })).toBe('invalid');
  });

  it('again to the file that it refers to already, whoever added it', () => {
    expect(ask({ current: 'f', file: { ...file, uploaded_by: '8' } })).toBeUndefined();
  });
});
