import { Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import { DrawnPhoto } from './drawn-photo.ts';
import type { DrawDialogProps } from './draw-dialog.tsx';
import { prefetch } from '../prefetch.ts';

const { Component: DrawDialog } = prefetch(
  async () => (await import('./draw-dialog.tsx')).DrawDialog,
);

/** A picture that can be drawn on. */
export interface Drawable extends Pick<DrawDialogProps, 'load'> {
  readonly name: string;
  /** The photo itself when it is not attached yet, else the id of its file. */
  readonly original: File | string;
  /** Hook for the place of the strokes until they are saved. */
  readonly useStore: () => DrawDialogProps['store'];
}

interface Props {
  readonly drawable: Drawable;
  /** Resolves to true when the drawing is stored or taken over. */
  readonly onDrawn: (drawing: DrawnPhoto) => Promise<boolean>;
  readonly onClose: () => void;
}

/** Opens the drawing of a picture, whose code is loaded then. */
export function DrawOn({ drawable, onDrawn, onClose }: Props) {
  // The picture and its strokes are those of the moment when it was opened.
  const [{ name, original, load, useStore }] = useState(drawable);
  const store = useStore();
  // Outside of a gallery, whose swipes and arrow keys are not for the drawing, and of a form.
  return createPortal(
    <Suspense>
      <DrawDialog
        load={load}
        store={store}
        onSave={(content) => onDrawn(new DrawnPhoto(content, original, name))}
        onClose={onClose}
      />
    </Suspense>,
    document.body,
  );
}
