import type { Entity, RawRow } from '../../entities/define-entity.ts';
import { teamMembers } from '../../entities/team-member.ts';
import type { Actor } from '../../permissions/actor.ts';
import { needsProject, notFound } from '../../permissions/project.ts';
import type { Refusal } from '../../shared/errors.ts';
import { memberId } from '../../shared/ids.ts';
import type { FieldsOfRow, Reader } from '../define-mutation.ts';

/** True if the actor is a team member of the project. */
export async function isMemberOf(read: Reader, actor: Actor, projectId: string): Promise<boolean> {
  return (await read.get(teamMembers, memberId(projectId, actor.orgUserId))) !== undefined;
}

/** A row of a project and whether the actor is a member of that project. */
export interface ProjectRowContext<Row> {
  readonly row: Row | undefined;
  readonly isMember: boolean;
}

export async function gatherProjectRow<Row extends RawRow & { readonly project: string }>(
  read: Reader,
  actor: Actor,
  entity: Entity<Row>,
  id: string,
): Promise<ProjectRowContext<Row>> {
  const row = await read.get(entity, id);
  return { row, isMember: row !== undefined && (await isMemberOf(read, actor, row.project)) };
}

/**
 * Refuses a missing row and an unreadable one with the same error, then evaluates the rule on the
 * row.
 */
export function withVisibleRow<Row>(
  context: ProjectRowContext<Row>,
  actor: Actor,
  rule: (row: Row) => Refusal | undefined,
): Refusal | undefined {
  if (context.row === undefined) return notFound();
  return needsProject(actor, context.isMember) ?? rule(context.row);
}

/** Those of the people who are not members of the project. */
async function strangersAmong(
  read: Reader,
  projectId: string,
  people: readonly string[],
): Promise<readonly string[]> {
  const strangers: string[] = [];
  for (const person of people) {
    const member = await read.get(teamMembers, memberId(projectId, person));
    if (member === undefined) strangers.push(person);
  }
  return strangers;
}

interface Joining {
  readonly project: string;
  /** Those who are added. */
  readonly people: readonly string[];
  /** The fields that name them. */
  readonly of: FieldsOfRow;
  /** The actor reverts a removal. */
  readonly isTakenBack: boolean;
}

/**
 * True if all given people may be added to a task or subtask: they are members of the project, or, when a removal is
 * reverted, people whom the actor has removed.
 */
export async function mayJoin(
  read: Reader,
  { project, people, of, isTakenBack }: Joining,
): Promise<boolean> {
  const strangers = await strangersAmong(read, project, people);
  if (strangers.length === 0) return true;
  return isTakenBack && (await read.haveRemoved?.(of, strangers)) === true;
}

/**
 * True if all given people are members of the project. Reads one after the other, because a
 * transaction runs one query at a time.
 */
export async function areMembers(
  read: Reader,
  projectId: string,
  people: readonly string[],
): Promise<boolean> {
  for (const person of people) {
    if ((await read.get(teamMembers, memberId(projectId, person))) === undefined) return false;
  }
  return true;
}
