import { useState } from 'react';
import { readShapes, type Shape, writeShapes } from './shapes.ts';

/** Where the strokes of a drawing are kept until it is saved, e.g. a draft; `shapes` is empty without strokes. */
export interface DrawingStore {
  readonly values: { readonly shapes: string };
  readonly set: (change: { readonly shapes: string }) => void;
  readonly clear: () => void;
}

/** Shapes of a drawing with undo and redo; they are in the store after each stroke. */
export function useDrawing(store: DrawingStore) {
  const [undone, setUndone] = useState<readonly Shape[]>([]);
  const shapes = readShapes(store.values.shapes);
  const write = (next: readonly Shape[]) => store.set({ shapes: writeShapes(next) });
  const last = shapes.at(-1);
  const next = undone.at(-1);
  return {
    shapes,
    canUndo: last !== undefined,
    canRedo: next !== undefined,
    add: (shape: Shape) => {
      write([...shapes, shape]);
      setUndone([]);
    },
    undo: () => {
      if (last === undefined) return;
      write(shapes.slice(0, -1));
      setUndone([...undone, last]);
    },
    redo: () => {
      if (next === undefined) return;
      write([...shapes, next]);
      setUndone(undone.slice(0, -1));
    },
  };
}

export type Drawing = ReturnType<typeof useDrawing>;
