import { useCallback, useEffect, useRef } from 'react';
import type { Note } from '../../../model/entities/note.ts';
import { noteCreate } from '../../../model/mutations/note/note-create.ts';
import { noteEdit } from '../../../model/mutations/note/note-edit.ts';
import type { OwnChange } from '../../data/changes-in-flight.ts';
import { useChangesInFlight } from '../../data/client.tsx';
import { useFindNote } from '../../data/notes.ts';
import { i18n } from '../../i18n/i18n.ts';
import { useHiddenOffers } from '../../ui/overlays/use-hidden-offers.ts';

/** Offers to show a note just written that does not match the search, as long as the notes are on the screen. */
export function useHiddenNotes(isShown: (note: Note) => boolean, show: (id: string) => void): void {
  const find = useFindNote();
  const latest = useRef({ isShown, show });
  useEffect(() => {
    latest.current = { isShown, show };
  });
  const offersFor = useCallback(
    async ({ name, refs }: OwnChange) => {
      const id = refs.find(({ table }) => table === 'notes')?.id;
      if (id === undefined || (name !== noteCreate.name && name !== noteEdit.name)) return [];
      const note = await find(id);
      if (note === undefined || latest.current.isShown(note)) return [];
      return [
        {
          id,
          message: i18n.t('“{title}” is hidden by the search or the tag.', { title: note.title }),
          show: () => latest.current.show(id),
        },
      ];
    },
    [find],
  );
  useHiddenOffers(useChangesInFlight().follow, offersFor);
}
