import type { FileRow } from '../../model/entities/file.ts';
import { listProjectFiles } from '../../sync/client/index.ts';
import { useLive } from './client.tsx';

/** Files of a project, newest first; undefined while they are read. */
export function useProjectFiles(project: string): readonly FileRow[] | undefined {
  return useLive((db) => listProjectFiles(db, project), [project]);
}
