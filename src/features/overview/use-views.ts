import { useEffect, useMemo } from 'react';
import { useAccount } from '../../data/client.tsx';
import { type SavedViewRow, useSavedViews, useViewChanges } from '../../data/saved-views.ts';
import { i18n } from '../../i18n/i18n.ts';
import {
  parseViews,
  rowOfView,
  type SavedView,
  type View,
  viewNamed,
  viewOf,
} from './saved-views.ts';
import { useStored } from './use-stored.ts';

interface Views {
  /** By name; none while they are read. */
  readonly views: readonly SavedView[];
  readonly save: (view: View, name: string) => void;
  readonly rename: (view: SavedView, name: string) => Promise<boolean>;
  readonly remove: (view: SavedView) => void;
}

/** Saved views of the person, the same on all their devices. */
export function useViews(): Views {
  const newId = useAccount()?.newId;
  const rows = useSavedViews();
  const { create, edit, remove } = useViewChanges();
  const views = useMemo(() => (rows ?? []).flatMap((row) => viewOf(row) ?? []), [rows]);
  useMoveOldViews(rows, create);
  return {
    views,
    save: (view, name) => {
      const replaced = viewNamed(views, name);
      if (replaced === undefined) {
        const id = newId?.() ?? '';
        void create(rowOfView({ ...view, id, name }), {
          message: i18n.t('View “{name}” saved', { name }),
          undo: () => remove(id),
        });
        return;
      }
      void edit(rowOfView({ ...view, id: replaced.id, name }), {
        message: i18n.t('View “{name}” replaced', { name }),
        undo: () => edit(rowOfView(replaced)),
      });
    },
    rename: (view, name) =>
      edit(rowOfView({ ...view, name }), {
        message: i18n.t('View renamed to “{name}”', { name }),
        undo: () => edit(rowOfView(view)),
      }),
    remove: (view) => {
      void remove(view.id, {
        message: i18n.t('View “{name}” deleted', { name: view.name }),
        undo: () => create(rowOfView(view)),
      });
    },
  };
}

/** Creates the views that an older build stored in this browser alone, each under its id, and removes them there. */
function useMoveOldViews(
  rows: readonly SavedViewRow[] | undefined,
  create: (view: SavedViewRow) => Promise<boolean>,
): void {
  const [old, update] = useStored('views', parseViews);
  useEffect(() => {
    if (old.length === 0 || rows === undefined) return;
    const known = new Set(rows.map(({ id }) => id));
    // One tab at a time: the next one reads what this one has left.
    void navigator.locks.request('cairn-old-views', async () => {
      for (const view of update((now) => now)) {
        if (known.has(view.id) || (await create(rowOfView(view)))) {
          update((now) => now.filter(({ id }) => id !== view.id));
        }
      }
    });
  }, [old, rows, create, update]);
}
