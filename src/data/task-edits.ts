import { useMemo } from 'react';
import { ASSIGNED } from '../../model/mutations/task/task-assign.ts';
import { COLLABORATORS_ADDED } from '../../model/mutations/task/task-collaborate.ts';
import { STAGE_UPDATED } from '../../model/mutations/task/task-move.ts';
import { taskSetFlag } from '../../model/mutations/task/task-set-flag.ts';
import { useReportBulk } from './bulk-report.ts';
import { useBulkTasks } from './bulk-tasks.ts';

/** Chosen value with its name for the message. */
export interface NamedValue {
  readonly id: string;
  readonly name: string;
}

/** Tasks of one project. */
type Ids = readonly string[];

/**
 * Changes of one property of one or several tasks. Each shows one message with Undo, or the reasons of a refusal, and
 * resolves to true when something was changed.
 */
export function useTaskEdits() {
  const bulk = useBulkTasks();
  const report = useReportBulk();
  return useMemo(
    () => ({
      /** Adds the person to a multi-user task; replaces the assignee of a single one. */
      assign: async (ids: Ids, { id, name }: NamedValue) =>
        await report(await bulk.assign(ids, id), { one: ASSIGNED, many: `assigned to ${name}` }),
      /** Null: nobody. */
      setAssignee: async (ids: Ids, person: NamedValue | null) =>
        await report(await bulk.setAssignee(ids, person?.id ?? null), {
          one: person === null ? 'Nobody is assigned any more' : ASSIGNED,
          many: person === null ? 'assigned to nobody' : `assigned to ${person.name}`,
        }),
      addAssignee: async (ids: Ids, { id, name }: NamedValue) =>
        await report(await bulk.addAssignee(ids, id), {
          one: ASSIGNED,
          many: `assigned to ${name} as well`,
        }),
      removeAssignee: async (ids: Ids, { id, name }: NamedValue) =>
        await report(await bulk.removeAssignee(ids, id), {
          one: `${name} is not assigned any more`,
          many: `no longer assigned to ${name}`,
        }),
      addCollaborator: async (ids: Ids, { id, name }: NamedValue) =>
        await report(await bulk.addCollaborator(ids, id), {
          one: COLLABORATORS_ADDED,
          many: `with ${name} as collaborator`,
        }),
      removeCollaborator: async (ids: Ids, { id, name }: NamedValue) =>
        await report(await bulk.removeCollaborator(ids, id), {
          one: 'Collaborator removed',
          many: `without ${name} as collaborator`,
        }),
      setPriority: async (ids: Ids, { id, name }: NamedValue) =>
        await report(await bulk.flag(ids, id), {
          one: taskSetFlag.prepare({ id: ids[0] ?? '', flag: id }).success(),
          many: `set to ${name}`,
        }),
      /** Null: no label. */
      setLabel: async (ids: Ids, label: NamedValue | null) =>
        await report(await bulk.label(ids, label?.id ?? null), {
          one: label === null ? 'Label removed' : `Labelled ${label.name}`,
          many: label === null ? 'without a label' : `labelled ${label.name}`,
        }),
      /** `date`: `YYYY-MM-DD` or null; `name`: the date as text. */
      setDue: async (ids: Ids, date: string | null, name: string) =>
        await report(await bulk.due(ids, date), {
          one: date === null ? 'Due date removed' : `Due ${name}`,
          many: date === null ? 'without a due date' : `due ${name}`,
        }),
      setStart: async (ids: Ids, date: string | null, name: string) =>
        await report(await bulk.start(ids, date), {
          one: date === null ? 'Start date removed' : `Starts ${name}`,
          many: date === null ? 'without a start date' : `starting ${name}`,
        }),
      move: async (ids: Ids, { id, name }: NamedValue) =>
        await report(await bulk.move(ids, id), { one: STAGE_UPDATED, many: `moved to ${name}` }),
      rename: async (id: string, name: string) =>
        await report(await bulk.rename(id, name), { one: 'Name changed', many: 'renamed' }),
      complete: async (ids: Ids) =>
        await report(await bulk.complete(ids), { many: 'marked as done' }),
      duplicate: async (ids: Ids) =>
        await report(await bulk.duplicate(ids), { one: 'Task duplicated', many: 'duplicated' }),
    }),
    [bulk, report],
  );
}
