import type { Project } from '../../model/entities/project.ts';
import { findProject, findProjectBySlug, listProjects } from '../../sync/client/index.ts';
import { useLive } from './client.tsx';

/** The active projects the person may read, by name; undefined while they are read. */
export function useProjects(): readonly Project[] | undefined {
  return useLive(listProjects, []);
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
