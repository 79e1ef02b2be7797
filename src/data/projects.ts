import type { Project } from '../../model/entities/project.ts';
import { findProject, findProjectBySlug } from '../../sync/client/index.ts';
import { useAccount, useLive } from './client.tsx';
import { itself, useObserved } from './observed.ts';

/** Active projects that the person can read, by name; undefined while they are read. */
export function useProjects(): readonly Project[] | undefined {
  return useObserved(useAccount()?.directory.projects, itself);
}

/** Project by slug; null when this device has no such row, undefined while it is read. */
export function useProjectBySlug(slug: string | undefined): Project | null | undefined {
  return useLive(
    async (db) => (slug === undefined ? null : ((await findProjectBySlug(db, slug)) ?? null)),
    [slug],
  );
}

/** Project by id; null when this device has no such row. */
export function useProject(id: string): Project | null | undefined {
  return useLive(async (db) => (await findProject(db, id)) ?? null, [id]);
}
