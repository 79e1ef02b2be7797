import { useCallback } from 'react';
import type { Mutation } from '../../../model/mutations/define-mutation.ts';
import type { Refusal } from '../../../model/shared/errors.ts';
import { useTryMutate } from '../../data/client.tsx';

/** Runs a mutation; resolves to its refusal, or to the text of its success, which the form shows. */
export function useCreate(): <Args>(
  mutation: Mutation<Args>,
  args: Args,
) => Promise<Refusal | string> {
  const mutate = useTryMutate();
  return useCallback(
    async (mutation, args) => (await mutate(mutation, args)) ?? mutation.prepare(args).success(),
    [mutate],
  );
}
