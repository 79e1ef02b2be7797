import { useRef, useState } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { photoBehind, type Shots } from '../files/shots.ts';

/**
 * Photos of the open camera, in the order of their shots; each is kept in `shots` before it is shown. The camera begins
 * with those that an earlier one has left. A photo that could not be kept is not added, and `problem` says why.
 */
export function usePhotos(limit: number, shots: Shots | undefined) {
  const [photos, setPhotos] = useState<readonly File[]>(() => leftPhotos(shots).slice(0, limit));
  const [problem, setProblem] = useState<string>();
  // Photos that are being kept take room as well.
  const keeping = useRef(0);
  const hasRoom = () => photos.length + keeping.current < limit;
  const full = photos.length >= limit && limit > 1 ? fullText(limit) : undefined;
  return {
    photos,
    problem: problem ?? full,
    canAdd: photos.length < limit,
    add: async (photo: File) => {
      if (!hasRoom()) {
        setProblem(fullText(limit));
        return;
      }
      keeping.current += 1;
      const refused = await shots?.keep(photo);
      keeping.current -= 1;
      setProblem(refused);
      if (refused === undefined) setPhotos((before) => [...before, photo]);
    },
    remove: async (photo: File) => {
      setProblem(undefined);
      await shots?.discard([photo]);
      setPhotos((before) => before.filter((other) => other !== photo));
    },
    /** A drawing that could not be kept is shown: its photo is kept. */
    replace: async (photo: File, drawing: File) => {
      setPhotos((before) => before.map((one) => (one === photo ? drawing : one)));
      setProblem(await shots?.keep(drawing, photoBehind(photo) === undefined ? undefined : photo));
    },
    discard: async () => await shots?.discard(photos),
  };
}

function leftPhotos(shots: Shots | undefined): readonly File[] {
  return shots?.left.filter(({ type }) => type.startsWith('image/')) ?? [];
}

function fullText(limit: number): string {
  return i18n.t(
    '{limit, plural, one {There is room for one photo here. Attach it, or remove it.} other {There is room for # photos here. Attach these first.}}',
    { limit },
  );
}
