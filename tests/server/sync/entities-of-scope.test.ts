import { expect, it } from 'vitest';
import { ENTITIES } from '../../../model/entities/registry.ts';
import { entitiesOfScope } from '../../../server/sync/readable-scopes.ts';

it('[PULL-6] a download of a project contains every entity that names its project', () => {
  const ofProjects = ENTITIES.filter(
    ({ stream, fields }) => stream === 'org' && 'project' in fields,
  ).map(({ table }) => table);
  const sent = entitiesOfScope('project:01b8dac5-b400-71a2-aa46-da5699ef6d04').map(
    ({ table }) => table,
  );
  expect(ofProjects).toContain('overwrites');
  expect(sent).toEqual(expect.arrayContaining(ofProjects.filter((table) => !ELSEWHERE.has(table))));
});

/** Rows about a project that are in another scope: those of the person alone. */
const ELSEWHERE: ReadonlySet<string> = new Set(['notifications', 'project_mutes']);
