import type { FileRow } from '../entities/file.ts';
import { refuse, type Refusal } from '../shared/errors.ts';
import { isImageFile, NOT_AN_IMAGE } from '../shared/file-kind.ts';
import { type Actor, firstRefusal, isAdministrative } from './actor.ts';
import { mayCreateProject, needsProject, notFound } from './project.ts';

/** Where a file is to hang, as far as the rule asks. */
export type FileScopeContext =
  | { readonly kind: 'project'; readonly exists: boolean; readonly isMember: boolean }
  | { readonly kind: 'conversation'; readonly isMember: boolean }
  | { readonly kind: 'workspace' | 'directory' | 'unknown' };

/**
 * A file alone changes nothing: what refers to it has its own rule. So it takes the right to write at all, and sight of
 * the place. The file of a project or workspace that is about to be made comes before it; only those who may make one
 * can name one that is not there. What hangs in the organisation's directory is read by everybody; only the own picture
 * does, which a person changes whatever their flags (model/permissions/profile.ts).
 */
export function mayAddFile(
  actor: Actor,
  context: FileScopeContext,
  file: Pick<FileRow, 'kind' | 'media_type'>,
): Refusal | undefined {
  switch (context.kind) {
    case 'project':
      return firstRefusal(
        needsWriting(actor),
        context.exists
          ? needsProject(actor, context.isMember)
          : mayCreateProject(actor) && notFound(),
      );
    case 'workspace':
      return firstRefusal(needsWriting(actor), isAdministrative(actor) ? undefined : notFound());
    case 'conversation':
      return context.isMember ? undefined : notFound();
    case 'directory':
      return isImageFile(file) ? undefined : refuse('invalid', NOT_AN_IMAGE);
    case 'unknown':
      return notFound();
  }
}

/** A file that never arrived is taken back by the person whose device has it. */
export function mayDeleteFile(
  actor: Actor,
  file: Pick<FileRow, 'uploaded_by' | 'state'> | undefined,
): Refusal | undefined {
  if (file === undefined) return undefined;
  if (file.uploaded_by !== actor.orgUserId) return notFound();
  return file.state === 'uploading'
    ? undefined
    : refuse('conflict', 'This file has arrived; remove it where it is attached');
}

function needsWriting(actor: Actor): Refusal | undefined {
  return actor.post_access || actor.patch_access
    ? undefined
    : refuse('forbidden', "You don't have access to add a file");
}
