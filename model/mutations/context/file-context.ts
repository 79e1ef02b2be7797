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

/** The file a mutation names, for its `gather`; undefined when it names none or there is none. */
export async function gatherFile(
  read: Reader,
  id: string | null | undefined,
): Promise<FileRow | undefined> {
  return id === null || id === undefined ? undefined : read.get(files, id);
}

/** The parent of a mutation that names a file: nothing is sent before the file's own row (MUT-6). */
export function fileParents(id: string | null | undefined): readonly RowRef[] {
  return id === null || id === undefined ? [] : [{ table: 'files', id }];
}

interface Reference {
  /** What the mutation names; null or undefined: none. */
  readonly id: string | null | undefined;
  readonly file: FileRow | undefined;
  readonly actor: Actor;
  /** Scope of the row that will refer to it. */
  readonly scope: string;
  /** What the row refers to already: naming it once more changes nothing and is nobody's affair. */
  readonly current?: string | null | undefined;
  /** `image`: the row shows it as its picture; undefined: any file. */
  readonly needs?: 'image';
}

/**
 * A row may only refer to a file that exists, that the actor has added, and that is of the row's own scope; its picture
 * has to be an image. Until the bytes are at the server the file's type is the device's guess; the server looks into the
 * bytes before it takes them in (server/files/upload.ts).
 */
export function rejectForeignFile(reference: Reference): Refusal | undefined {
  const { id, file, actor, scope, current, needs } = reference;
  if (id === null || id === undefined || id === current) return undefined;
  const own = file !== undefined && file.uploaded_by === actor.orgUserId && file.scope === scope;
  if (!own) return refuse('not_found', 'This file does not exist any more');
  return needs === 'image' && !isImageFile(file) ? refuse('invalid', NOT_AN_IMAGE) : undefined;
}

/** What the rule about adding a file to a scope needs to know. */
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
