import * as v from 'valibot';
import { projectMutes } from '../../entities/project-mute.ts';
import { projects } from '../../entities/project.ts';
import { needsProject, notFound } from '../../permissions/project.ts';
import { idSchema, memberId } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { defineMutation } from '../define-mutation.ts';
import { isMemberOf } from '../context/project-context.ts';
import { muteEffect } from '../mute-effect.ts';
import { flagField } from '../rest-fields.ts';

/**
 * Mutes or unmutes a project's notifications. Every reader of the project may do it for themselves.
 */
export const projectMute = defineMutation({
  name: 'project-mute',
  schema: v.strictObject({ project: idSchema, reader: idSchema, muted: v.boolean() }),
  refs: ({ project, reader }) => [{ table: 'project_mutes', id: memberId(project, reader) }],
  parents: () => [],
  gather: async ({ project }, read, actor) => ({
    project: await read.get(projects, project),
    isMember: await isMemberOf(read, actor, project),
  }),
  authorise: (_args, { project, isMember }, actor) =>
    project === undefined ? notFound() : needsProject(actor, isMember),
  effects: ({ project, reader, muted }, { at }) => [
    muteEffect(projectMutes, { subject: project, reader, muted, at }, (row) => ({
      ...row,
      project,
    })),
  ],
  rest: {
    method: 'POST',
    path: 'project/mute/',
    bodyFields: ['project', 'muted'],
    toBody: ({ project, muted }) => ({ project, muted }),
    fromRest: async ({ body }, { actor }) => ({
      project: body['project'],
      reader: actor.orgUserId,
      muted: flagField(body, 'muted'),
    }),
  },
  describe: ({ muted }) => (muted ? message('Mute a project') : message('Unmute a project')),
  merge: (_earlier, later) => later,
  success: (_args, name) => message('No more news from {name}', { name }),
});
