import { useCallback } from 'react';
import type { Flag } from '../../model/entities/flag.ts';
import { flagCreate } from '../../model/mutations/flag/flag-create.ts';
import { flagEdit } from '../../model/mutations/flag/flag-edit.ts';
import { useAccount, useMutate } from './client.tsx';
import { itself, useObserved } from './observed.ts';
import type { SuccessOptions } from './success.tsx';

/**
 * All priorities of the organisation, most urgent first, including those no longer offered; undefined while
 * they are read.
 */
export function useFlags(): readonly Flag[] | undefined {
  return useObserved(useAccount()?.directory.flags, itself);
}

/** Priorities that a task can get: the offered ones and its current one. */
export function useOfferedFlags(borne?: string | null): readonly Flag[] {
  const flags = useFlags() ?? [];
  return flags.filter(({ id, status }) => status || id === borne);
}

/** Priority of a new task when the person has chosen none: Medium, else the middle one; undefined when none is offered. */
export function defaultFlagOf<Choice extends Pick<Flag, 'id' | 'name'>>(
  flags: readonly Choice[],
): Choice | undefined {
  const medium = flags.find(({ name }) => name.toLowerCase() === 'medium');
  return medium ?? flags[Math.floor(flags.length / 2)];
}

interface NewFlag {
  readonly name: string;
  readonly colour_code: string;
  readonly order: number;
}

/** Adds a priority; true when it is committed on this device. */
export function useAddFlag(): (flag: NewFlag) => Promise<boolean> {
  const account = useAccount();
  const mutate = useMutate();
  return useCallback(
    async (flag) =>
      account !== undefined && (await mutate(flagCreate, { id: account.newId(), ...flag })),
    [account, mutate],
  );
}

/** Changes some fields of a priority. */
export function useEditFlag(): (
  id: string,
  fields: Partial<NewFlag & Pick<Flag, 'status'>>,
  success?: SuccessOptions,
) => Promise<boolean> {
  const mutate = useMutate();
  return useCallback(
    async (id, fields, success) => await mutate(flagEdit, { id, ...fields }, { success }),
    [mutate],
  );
}
