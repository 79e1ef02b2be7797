import type { FileRow } from '../../model/entities/file.ts';
import { type FilePlace, listProjectFiles, projectFilePlaces } from '../../sync/client/index.ts';
import { useLive } from './client.tsx';

export type { FilePlace };

/** Files of a project, newest first; undefined while they are read. */
export function useProjectFiles(project: string): readonly FileRow[] | undefined {
  return useLive((db) => listProjectFiles(db, project), [project]);
}

/** Tasks and comments of a project's files, by id of the file; undefined while they are read. */
export function useProjectFilePlaces(project: string): ReadonlyMap<string, FilePlace> | undefined {
  return useLive((db) => projectFilePlaces(db, project), [project]);
}
