import { useRef, useState } from 'react';
import type { Shots } from '../files/shots.ts';

/**
 * Keeps a recording in `shots`, one version at a time: what was recorded so far, then the whole note in its place. A
 * note that could not be kept can be attached all the same; `problem` says why.
 */
export function useKeptNote(shots: Shots) {
  const [problem, setProblem] = useState<string>();
  const kept = useRef<File>(undefined);
  const queue = useRef(Promise.resolve());
  const inTurn = async (work: () => Promise<void>) => {
    queue.current = queue.current.then(work);
    await queue.current;
  };
  const drop = async () => {
    const before = kept.current;
    kept.current = undefined;
    if (before !== undefined) await shots.discard([before]);
  };
  return {
    problem,
    keep: (note: File) =>
      void inTurn(async () => {
        const refused = await shots.keep(note, kept.current);
        if (refused === undefined) kept.current = note;
        setProblem(refused);
      }),
    discard: async () => {
      setProblem(undefined);
      await inTurn(drop);
    },
    /** Resolves when only this note is kept: a part of it would be offered again after it was attached. */
    settled: async (note: File) =>
      await inTurn(async () => {
        if (kept.current !== note) await drop();
      }),
  };
}
