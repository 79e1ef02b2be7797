import { useState } from 'react';
import type { TaskFile } from '../../../../model/entities/task-file.ts';
import { useDrawingsOn } from '../../../data/drawings.ts';
import { useFile } from '../../../data/files.ts';
import { i18n } from '../../../i18n/i18n.ts';

type Named = readonly [id: string, name: string];

/** The file of an entry or, in its place, the picture that it was drawn on or a drawing on it. */
export function usePictures(entry: TaskFile | undefined, files: readonly TaskFile[]) {
  const [chosen, setChosen] = useState<{ readonly of: string; readonly id: string }>();
  const own = useFile(entry?.file);
  const original = useFile(own?.drawnOn);
  const drawings = useDrawingsOn(
    entry?.file,
    files.flatMap(({ file }) => file ?? []),
  );
  const isChosen = chosen !== undefined && chosen.of === entry?.id && chosen.id !== entry.file;
  const other = useFile(isChosen ? chosen.id : undefined);
  const named = (): readonly Named[] => {
    if (own === undefined || own === null) return [];
    if (original !== undefined && original !== null) {
      return [
        [own.id, i18n.t('With drawing')],
        [original.id, i18n.t('Original')],
      ];
    }
    return [[own.id, i18n.t('Original')], ...namesOf(drawings)];
  };
  return {
    // While the other picture is read, and when it is gone, the entry's own.
    file: other ?? own,
    pictures: named(),
    showPicture: (id: string) => entry && setChosen({ of: entry.id, id }),
  };
}

function namesOf(drawings: readonly string[]): readonly Named[] {
  return drawings.map((id, index) => [
    id,
    drawings.length === 1
      ? i18n.t('With drawing')
      : i18n.t('Drawing {number}', { number: index + 1 }),
  ]);
}
