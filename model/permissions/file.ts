import type { FileRow } from '../entities/file.ts';
import { refuse, type Refusal } from '../shared/errors.ts';
import { isImageFile, NOT_AN_IMAGE } from '../shared/file-kind.ts';
import { type Actor, firstRefusal, isAdministrative } from './actor.ts';
import { mayCreateProject, needsProject, notFound } from './project.ts';

/** The scope of a file, as far as the rule needs it. */
export type FileScopeContext =
  | { readonly kind: 'project'; readonly exists: boolean; readonly isMember: boolean }
  | { readonly kind: 'conversation'; readonly isMember: boolean }
  | { readonly kind: 'workspace' | 'directory' | 'unknown' };

/**
 * A file alone changes nothing: the row that refers to it has its own rule. So this rule requires
 * the right to write at all, and a readable scope. The file of a new project or workspace is
 * written before it; only people who may create one can name a missing one. Everybody reads files
 * in the organisation scope; only a person's own picture is there, which they change with any flags
 * (model/permissions/profile.ts).
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

/** A file that was never uploaded is removed by the person whose device has it. */
export function mayDeleteFile(
  actor: Actor,
  file: Pick<FileRow, 'uploaded_by' | 'state'> | undefined,
): Refusal | undefined {
  if (file === undefined) return undefined;
  if (file.uploaded_by !== actor.orgUserId) return notFound();
  return file.state === 'uploading'
    ? undefined
    : refuse('conflict', /*i18n*/ 'This file has arrived; remove it where it is attached');
}

function needsWriting(actor: Actor): Refusal | undefined {
  return actor.post_access || actor.patch_access
    ? undefined
    : refuse('forbidden', /*i18n*/ "You don't have access to add a file");
}
