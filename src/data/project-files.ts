import type { FileRow } from '../../model/entities/file.ts';
import { listProjectFiles } from '../../sync/client/index.ts';
import { useLive } from './client.tsx';

/** Every file of a project, the newest first; undefined while they are read. */
export function useProjectFiles(project: string): readonly FileRow[] | undefined {
  return useLive((db) => listProjectFiles(db, project), [project]);
}
