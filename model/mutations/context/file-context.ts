import { type FileRow, files } from '../../entities/file.ts';
import {
  groupOfScope,
  peopleOfDirect,
  projectOfScope,
  workspaceOfScope,
} from '../../entities/scopes.ts';
import { projects } from '../../entities/project.ts';
import type { Actor } from '../../permissions/actor.ts';
import type { FileScopeContext } from '../../permissions/file.ts';
import { refuse, type Refusal } from '../../shared/errors.ts';
import { isImageFile, NOT_AN_IMAGE } from '../../shared/file-kind.ts';
import { isInGroup } from './chat-context.ts';
import type { Reader, RowRef } from '../define-mutation.ts';
import { isMemberOf } from './project-context.ts';

/**
 * The file of a mutation, for its `gather`; undefined if it has none or the file does not exist.
 */
export async function gatherFile(
  read: Reader,
  id: string | null | undefined,
): Promise<FileRow | undefined> {
  return id === null || id === undefined ? undefined : read.get(files, id);
}

/** The parent of a mutation with a file: it is not sent before the file's own row (MUT-6). */
export function fileParents(id: string | null | undefined): readonly RowRef[] {
  return id === null || id === undefined ? [] : [{ table: 'files', id }];
}

interface Reference {
  /** The file's id in the mutation; null or undefined: none. */
  readonly id: string | null | undefined;
  readonly file: FileRow | undefined;
  readonly actor: Actor;
  /** Scope of the row that will refer to it. */
  readonly scope: string;
  /** The file that the row refers to already, which may always be given again. */
  readonly current?: string | null | undefined;
  /** `image`: the row shows it as a picture, and no other file is allowed. */
  readonly needs?: 'image';
}

/**
 * A row may only refer to an existing file that the actor has added and that has the row's own
 * scope, or that comes along to it; its picture has to be an image. Until the bytes are on the
 * server the file's type is the device's guess; the server checks the bytes before it stores them
 * (server/files/upload.ts).
 */
export function rejectForeignFile(reference: Reference): Refusal | undefined {
  const { id, file, actor, scope, current, needs } = reference;
  if (id === null || id === undefined || id === current) return undefined;
  const isAllowed =
    file !== undefined &&
    (isBroughtAlong(file, { actor, scope }) ||
      (file.uploaded_by === actor.orgUserId && file.scope === scope));
  if (!isAllowed) return refuse('not_found', /*i18n*/ 'This file does not exist any more');
  return needs === 'image' && !isImageFile(file) ? refuse('invalid', NOT_AN_IMAGE) : undefined;
}

/**
 * FILE-1.10: true for the actor's own file of another project than that of the row in `scope`: its
 * task was moved after the file was added. The server moves it, unless another row refers to it
 * (server/apply/bring-files.ts).
 */
export function isBroughtAlong(
  file: FileRow,
  { actor, scope }: Pick<Reference, 'actor' | 'scope'>,
): boolean {
  const [from, to] = [projectOfScope(file.scope), projectOfScope(scope)];
  const isOwn = file.uploaded_by === actor.orgUserId;
  return isOwn && from !== undefined && to !== undefined && from !== to;
}

/** Loads the context of the rule for adding a file to a scope. */
export async function gatherFileScope(
  read: Reader,
  actor: Actor,
  scope: string,
): Promise<FileScopeContext> {
  const project = projectOfScope(scope);
  if (project !== undefined) {
    const exists = (await read.get(projects, project)) !== undefined;
    return { kind: 'project', exists, isMember: await isMemberOf(read, actor, project) };
  }
  if (workspaceOfScope(scope) !== undefined) return { kind: 'workspace' };
  const group = groupOfScope(scope);
  if (group !== undefined) {
    return { kind: 'conversation', isMember: await isInGroup(read, actor, group) };
  }
  const people = peopleOfDirect(scope);
  if (people !== undefined) {
    return { kind: 'conversation', isMember: people.includes(actor.orgUserId) };
  }
  return { kind: scope === 'directory' ? 'directory' : 'unknown' };
}
