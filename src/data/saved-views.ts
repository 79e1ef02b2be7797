import { useMemo } from 'react';
import type { SavedView } from '../../model/entities/saved-view.ts';
import { savedViewCreate } from '../../model/mutations/saved-view/saved-view-create.ts';
import { savedViewDelete } from '../../model/mutations/saved-view/saved-view-delete.ts';
import { savedViewEdit } from '../../model/mutations/saved-view/saved-view-edit.ts';
import { listSavedViews } from '../../sync/client/index.ts';
import { useLive, useMutate } from './client.tsx';
import type { SuccessOptions } from './success.tsx';

export { VIEW_NAME_LIMIT } from '../../model/entities/saved-view.ts';

export interface SavedViewRow extends Pick<SavedView, 'id' | 'name' | 'search'> {
  readonly hidden: readonly string[];
}

/** Saved views of the task overview, by name; undefined while they are read. */
export function useSavedViews(): readonly SavedViewRow[] | undefined {
  return useLive(listSavedViews, []);
}

/** Each resolves with true when the change is committed on this device. */
interface ViewChanges {
  readonly create: (view: SavedViewRow, success?: SuccessOptions) => Promise<boolean>;
  readonly edit: (view: SavedViewRow, success?: SuccessOptions) => Promise<boolean>;
  readonly remove: (id: string, success?: SuccessOptions) => Promise<boolean>;
}

export function useViewChanges(): ViewChanges {
  const mutate = useMutate();
  return useMemo(
    () => ({
      create: (view, success) => mutate(savedViewCreate, argsOf(view), { success }),
      edit: (view, success) => mutate(savedViewEdit, argsOf(view), { success }),
      remove: (id, success) => mutate(savedViewDelete, { id }, { success }),
    }),
    [mutate],
  );
}

function argsOf({ id, name, search, hidden }: SavedViewRow) {
  return { id, name, search, hidden: [...hidden] };
}
