import { useCallback } from 'react';
import * as v from 'valibot';
import type { OldValue, Restoration } from '../../model/entities/fields.ts';
import { entityOf } from '../../model/entities/registry.ts';
import type { Mutation } from '../../model/mutations/define-mutation.ts';
import { mutationOf } from '../../model/mutations/registry.ts';
import { findTask, listOrganizationTeams } from '../../sync/client/index.ts';
import { i18n } from '../i18n/i18n.ts';
import type { ActivityEntry } from './activity.ts';
import { useAccount, useMutate, useShowRefusal } from './client.tsx';

type Mutate = <Args>(mutation: Mutation<Args>, args: Args) => Promise<boolean>;
/** State of this device, read when a value is restored; a reason against it has been shown when it is read. */
interface Device {
  /** Project of a task; undefined when this device has no such task. */
  readonly projectOf: (task: string) => Promise<string | undefined>;
  /** False when the team exists: it must not be created a second time. */
  readonly isTeamGone: (team: string) => Promise<boolean>;
}
/** Writes the old value as a new mutation under the current rules; false when it was refused. */
type RestoreValue = (mutate: Mutate, device: Device) => Promise<boolean>;

type Change = ActivityEntry['changes'][number];

/** Writes old values back; false when it was refused, which has been shown. `line` is kept with the change. */
export function useRestoreValue(): (restore: RestoreValue, line: object) => Promise<boolean> {
  const mutate = useMutate();
  const showRefusal = useShowRefusal();
  const db = useAccount()?.db;
  return useCallback(
    async (restore, line) => {
      if (db === undefined) return false;
      const projectOf = async (task: string) => {
        const found = await findTask(db, task);
        if (found === undefined) await showRefusal(i18n.t('This task is not there any more'));
        return found?.project;
      };
      const isTeamGone = async (team: string) => {
        const isHere = (await listOrganizationTeams(db)).some(({ id }) => id === team);
        if (isHere) await showRefusal(i18n.t('This team is there again'));
        return !isHere;
      };
      const device = { projectOf, isTeamGone };
      return await restore((mutation, args) => mutate(mutation, args, { line }), device);
    },
    [mutate, showRefusal, db],
  );
}

/** Function that restores an overwritten value, as declared by the entity; undefined where no mutation can. */
export function restoreValueOf(
  entry: Pick<ActivityEntry, 'table' | 'row' | 'changes'>,
  change: Change,
): RestoreValue | undefined {
  const restoration = restorationOf(entry.table, {
    ...change,
    id: entry.row,
    together: entry.changes,
  });
  if (restoration === undefined) return undefined;
  const mutation = mutationOf(restoration.mutation);
  if (mutation === undefined) return undefined;
  const { args, needs } = restoration;
  // The task's project is read later; the check accepts any id.
  const checked = needs === 'project' ? { ...args, project: entry.row } : args;
  if (!v.safeParse(mutation.schema, checked).success) return undefined;
  return async (mutate, device) => {
    if (needs === 'absence' && !(await device.isTeamGone(entry.row))) return false;
    if (needs !== 'project') return await mutate(mutation, args);
    const project = await device.projectOf(entry.row);
    return project !== undefined && (await mutate(mutation, { ...args, project }));
  };
}

function restorationOf(table: string, old: OldValue): Restoration | undefined {
  const entity = entityOf(table);
  if (old.field === '*') return entity?.restoreRow?.(old);
  const field = entity?.fields[old.field];
  if (field?.restore === undefined) return undefined;
  if (typeof field.restore !== 'string') return field.restore(old);
  const { id, before, after } = old;
  const base = field.isLong === true ? { [`${old.field}_base`]: after } : {};
  return { mutation: field.restore, args: { id, [old.field]: before, ...base } };
}
