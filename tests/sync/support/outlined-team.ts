import { comments } from '../../../model/entities/comment.ts';
import { subtaskCreate } from '../../../model/mutations/subtask/subtask-create.ts';
import type { Refusal } from '../../../model/shared/errors.ts';
import { readStream } from '../../../sync/engine/context.ts';
import type { EventToApply } from '../../../sync/engine/pull.ts';
import { rows } from '../../../sync/store/database.ts';
import {
  detailsOf,
  type ProjectDetails,
  readOutlineState,
} from '../../../sync/store/queries/project-details.ts';
import { addTask, freshId, hire, join, ok, orgStreamOf } from '../../server/support/team.ts';
import type { RestClient } from '../../support/rest-client.ts';
import type { Device } from './device.ts';
import { type Setup, setUp } from './setup.ts';

/** An organisation whose details are more than a download may contain, and a manager who belongs to no project. */
export interface OutlinedTeam {
  readonly setup: Setup;
  readonly manager: RestClient;
  readonly stream: string;
  /** A task with the comment "Started" in a project that concerns nobody but the founder. */
  readonly task: string;
  /** Scope of that project. */
  readonly scope: string;
}

export async function outlinedTeam(): Promise<OutlinedTeam> {
  const setup = await setUp({ detailRows: 0 });
  const manager = await hire(setup.team, 'mo@field.test', 'Manager');
  const task = await addTask(setup.team, setup.team.founder, { name: 'Dig' });
  await say(setup, task, 'Started');
  const scope = `project:${setup.team.project}`;
  return { setup, manager, stream: orgStreamOf(manager), task, scope };
}

/** A comment of the founder; returns its id. */
export async function say({ team }: Setup, task: string, comment: string): Promise<string> {
  const id = freshId();
  ok(await team.founder.post('comment/create/', { id, task, comment }));
  return id;
}

/** Texts of all comments on a device, sorted. */
export async function commentsOn(device: Device): Promise<readonly string[]> {
  const found = await rows(device.db, comments).toArray();
  return found.map((row) => row.comment).toSorted();
}

export async function detailsOn(device: Device, project: string): Promise<ProjectDetails> {
  return detailsOf(await readOutlineState(device.db, device.record.orgId), project);
}

export async function rename({ team }: Setup, task: string, name: string): Promise<void> {
  ok(await team.founder.patch(`task/update-destroy/${task}/`, { name }));
}

/** What the socket would say of the changes since the device's cursor. */
export async function lastEvent(device: Device, stream: string): Promise<EventToApply> {
  const { cursor, epoch } = await readStream(device.context, stream);
  const query = { stream, since: cursor, epoch: epoch ?? '', limit: 100 };
  const reply = await device.ports.transport.pull(query);
  if (!reply.ok) throw new Error('The pull failed');
  return { stream, from: cursor, page: reply.value };
}

/** Ends a person's membership in a project. */
export async function leave(
  { team }: Setup,
  person: RestClient,
  project = team.project,
): Promise<void> {
  const id = `${project}.${person.orgUserId ?? ''}`;
  ok(await team.founder.delete(`team-member/update-destroy/${id}/`));
}

export async function complete(
  person: RestClient,
  task: string,
  is_completed: boolean,
): Promise<void> {
  const at = is_completed ? '2026-03-01T10:00:00Z' : null;
  const body = { is_completed, is_completed_at: at };
  ok(await person.patch(`task/update-destroy/${task}/`, body));
}

/** A completed task of a person in the project, which they have left. */
export async function addLeftTask(setup: Setup, person: RestClient): Promise<string> {
  await join(setup.team, person);
  const theirs = await addTask(setup.team, person);
  await complete(person, theirs, true);
  await leave(setup, person);
  return theirs;
}

/** A subtask that waits on the device. */
export function addSubtask(
  { team: { project } }: Setup,
  device: Device,
  task: string,
): Promise<Refusal | undefined> {
  const text = { project, task, name: 'Fence', rank: 'a', start_date: null, end_date: null };
  const subtask = { ...text, id: device.newId(), is_completed: false, document: null };
  return device.mutate(subtaskCreate, subtask);
}

/** Makes a manager a member, who reads only the projects to which they belong. */
export async function demote({ team: { founder } }: Setup, person: RestClient): Promise<void> {
  const roles = await founder.get('user-role/list/');
  const member = roles.body.data.find((one: { name: string }) => one.name === 'Member');
  const place = `organization-user/update/${person.orgUserId}/`;
  ok(await founder.patch(place, { user_role: member.id }));
}
