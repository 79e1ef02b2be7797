import { useCallback } from 'react';
import type { Mutation } from '../../../model/mutations/define-mutation.ts';
import type { Refusal } from '../../../model/shared/errors.ts';
import { useTryMutate } from '../../data/client.tsx';
import { i18n } from '../../i18n/i18n.ts';

/** Runs a mutation; resolves to its refusal, or to the text of its success, which the form shows. */
export function useCreate(): <Args>(
  mutation: Mutation<Args>,
  args: Args,
) => Promise<Refusal | string> {
  const mutate = useTryMutate();
  return useCallback(
    async (mutation, args) => {
      const refusal = await mutate(mutation, args);
      if (refusal !== undefined) return refusal;
      const success = mutation.prepare(args).success();
      return success === undefined ? '' : i18n.t(success);
    },
    [mutate],
  );
}
