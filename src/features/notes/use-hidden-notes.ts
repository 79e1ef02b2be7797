import { useEffect, useRef } from 'react';
import type { Note } from '../../../model/entities/note.ts';
import { noteCreate } from '../../../model/mutations/note/note-create.ts';
import { noteEdit } from '../../../model/mutations/note/note-edit.ts';
import { useChangesInFlight } from '../../data/client.tsx';
import { useFindNote } from '../../data/notes.ts';
import { i18n } from '../../i18n/i18n.ts';
import { showToast } from '../../ui/overlays/toasts.tsx';

/** Same duration as an Undo toast (docs/decisions/0040). */
const DURATION = 6000;

/**
 * Shows a toast when a note just written does not match the search, with an action that shows it, as long as the notes
 * are on the screen.
 */
export function useHiddenNotes(isShown: (note: Note) => boolean, show: (id: string) => void): void {
  const find = useFindNote();
  const changes = useChangesInFlight();
  const latest = useRef({ isShown, show });
  useEffect(() => {
    latest.current = { isShown, show };
  });
  useEffect(() => {
    const offers: (() => void)[] = [];
    let isOver = false;
    const unfollow = changes.follow(({ name, refs }) => {
      const id = refs.find(({ table }) => table === 'notes')?.id;
      if (id === undefined || (name !== noteCreate.name && name !== noteEdit.name)) return;
      void find(id).then((note) => {
        if (isOver || note === undefined || latest.current.isShown(note)) return;
        const hide = showToast({
          id: `hidden-${id}`,
          kind: 'info',
          duration: DURATION,
          message: i18n.t('“{title}” is hidden by the search or the tag.', {
            title: note.title,
          }),
          action: { label: i18n.t('Show'), run: () => latest.current.show(id) },
        });
        offers.push(hide);
      });
    });
    return () => {
      isOver = true;
      unfollow();
      for (const hide of offers) hide();
    };
  }, [changes, find]);
}
