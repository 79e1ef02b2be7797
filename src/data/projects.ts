import type { Project } from '../../model/entities/project.ts';
import { findProject, findProjectBySlug } from '../../sync/client/index.ts';
import { useAccount, useLive } from './client.tsx';
import { itself, useObserved } from './observed.ts';

/** The active projects the person may read, by name; undefined while they are read. */
export function useProjects(): readonly Project[] | undefined {
  return useObserved(useAccount()?.directory.projects, itself);
}

/** The project of an address; null when there is none on this device, undefined while it is looked up. */
export function useProjectBySlug(slug: string | undefined): Project | null | undefined {
  return useLive(
    async (db) => (slug === undefined ? null : ((await findProjectBySlug(db, slug)) ?? null)),
    [slug],
  );
}

/** A project by id; null when this device has no such row. */
export function useProject(id: string): Project | null | undefined {
  return useLive(async (db) => (await findProject(db, id)) ?? null, [id]);
}
