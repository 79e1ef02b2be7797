import { useMemo } from 'react';
import { ASSIGNED } from '../../model/mutations/task/task-assign.ts';
import { COLLABORATORS_ADDED } from '../../model/mutations/task/task-collaborate.ts';
import { STAGE_UPDATED } from '../../model/mutations/task/task-move.ts';
import { PRIORITY_UPDATED } from '../../model/mutations/task/task-set-flag.ts';
import { i18n, translated } from '../i18n/i18n.ts';
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
        await report(await bulk.assign(ids, id), {
          one: i18n.t(ASSIGNED),
          many: i18n.t('assigned to {name}', { name }),
        }),
      /** Null: nobody. */
      setAssignee: async (ids: Ids, person: NamedValue | null) =>
        await report(await bulk.setAssignee(ids, person?.id ?? null), {
          one: person === null ? i18n.t('Nobody is assigned any more') : i18n.t(ASSIGNED),
          many:
            person === null
              ? i18n.t('assigned to nobody')
              : i18n.t('assigned to {name}', { name: person.name }),
        }),
      addAssignee: async (ids: Ids, { id, name }: NamedValue) =>
        await report(await bulk.addAssignee(ids, id), {
          one: i18n.t(ASSIGNED),
          many: i18n.t('assigned to {name} as well', { name }),
        }),
      removeAssignee: async (ids: Ids, { id, name }: NamedValue) =>
        await report(await bulk.removeAssignee(ids, id), {
          one: i18n.t('{name} is not assigned any more', { name }),
          many: i18n.t('no longer assigned to {name}', { name }),
        }),
      addCollaborator: async (ids: Ids, { id, name }: NamedValue) =>
        await report(await bulk.addCollaborator(ids, id), {
          one: i18n.t(COLLABORATORS_ADDED),
          many: i18n.t('with {name} as collaborator', { name }),
        }),
      removeCollaborator: async (ids: Ids, { id, name }: NamedValue) =>
        await report(await bulk.removeCollaborator(ids, id), {
          one: i18n.t('Collaborator removed'),
          many: i18n.t('without {name} as collaborator', { name }),
        }),
      setPriority: async (ids: Ids, { id, name }: NamedValue) =>
        await report(await bulk.flag(ids, id), {
          one: i18n.t(PRIORITY_UPDATED),
          many: i18n.t('set to {name}', { name }),
        }),
      /** Null: no label. */
      setLabel: async (ids: Ids, label: NamedValue | null) =>
        await report(await bulk.label(ids, label?.id ?? null), labelTexts(label?.name)),
      /** `date`: `YYYY-MM-DD` or null; `name`: the date as text. */
      setDue: async (ids: Ids, date: string | null, name: string) =>
        await report(await bulk.due(ids, date), dueTexts(date === null ? undefined : name)),
      setStart: async (ids: Ids, date: string | null, name: string) =>
        await report(await bulk.start(ids, date), startTexts(date === null ? undefined : name)),
      move: async (ids: Ids, { id, name }: NamedValue) =>
        await report(await bulk.move(ids, id), {
          one: translated(STAGE_UPDATED),
          many: i18n.t('moved to {name}', { name }),
        }),
      rename: async (id: string, name: string) =>
        await report(await bulk.rename(id, name), {
          one: i18n.t('Name changed'),
          many: i18n.t('renamed'),
        }),
      complete: async (ids: Ids) =>
        await report(await bulk.complete(ids), { many: i18n.t('marked as done') }),
      duplicate: async (ids: Ids) =>
        await report(await bulk.duplicate(ids), {
          one: i18n.t('Task duplicated'),
          many: i18n.t('duplicated'),
        }),
    }),
    [bulk, report],
  );
}

/** Texts of a change of several tasks; undefined: the value was removed. */
function labelTexts(name: string | undefined) {
  return name === undefined
    ? { one: i18n.t('Label removed'), many: i18n.t('without a label') }
    : { one: i18n.t('Labelled {name}', { name }), many: i18n.t('labelled {name}', { name }) };
}

function dueTexts(date: string | undefined) {
  return date === undefined
    ? { one: i18n.t('Due date removed'), many: i18n.t('without a due date') }
    : { one: i18n.t('Due {date}', { date }), many: i18n.t('due {date}', { date }) };
}

function startTexts(date: string | undefined) {
  return date === undefined
    ? { one: i18n.t('Start date removed'), many: i18n.t('without a start date') }
    : { one: i18n.t('Starts {date}', { date }), many: i18n.t('starting {date}', { date }) };
}
