import { Button, Loader } from '@mantine/core';
import { IconPhotoOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { FullScreen } from '../camera/full-screen.tsx';
import { useOnce } from '../hooks/use-once.ts';
import { ICON } from '../marks/icon.ts';
import { useDialogs } from '../overlays/dialogs.tsx';
import { DrawSurface } from './draw-surface.tsx';
import { DrawTools, useUndoKeys } from './draw-tools.tsx';
import { drawOnto, openPicture, type Picture } from './picture.ts';
import { type Colour, lineWidth, type Point, type Shape, type Tool } from './shapes.ts';
import { TextOnPicture } from './text-on-picture.tsx';
import { type DrawingStore, useDrawing } from './use-drawing.ts';
import styles from './draw-dialog.module.css';

export interface DrawDialogProps {
  /** Content of the picture; undefined: it is not available, and the person has seen why. */
  readonly load: () => Promise<Blob | undefined>;
  readonly store: DrawingStore;
  /** Resolves to true when the picture with its drawing is stored; until then the strokes are kept. */
  readonly onSave: (content: Blob) => Promise<boolean>;
  readonly onClose: () => void;
}

/** Picture over the whole screen that is drawn on; the result is a picture of its own. */
export function DrawDialog({ load, store, onSave, onClose }: DrawDialogProps) {
  const dialogs = useDialogs();
  const picture = usePicture(load, onClose);
  const drawing = useDrawing(store);
  const [tool, setTool] = useState<Tool>('pen');
  const [colour, setColour] = useState<Colour>('red');
  const [isThick, setThick] = useState(false);
  const [place, setPlace] = useState<Point>();
  const [typed, setTyped] = useState('');
  useUndoKeys(drawing);
  const { shapes } = drawing;
  const close = async () => {
    const isSure =
      shapes.length === 0 ||
      (await dialogs.confirm({
        title: i18n.t('Discard the drawing?'),
        message: i18n.t('The strokes have not been saved yet.'),
        confirm: i18n.t('Discard'),
        cancel: i18n.t('Keep drawing'),
        danger: true,
      }));
    if (!isSure) return;
    store.clear();
    onClose();
  };
  const [save, isSaving] = useOnce(async () => {
    if (typeof picture !== 'object' || shapes.length === 0) return;
    const content = await drawOnto(picture, shapes);
    if (content === null) {
      await dialogs.alert(i18n.t('This browser could not save the drawing. It is still here.'));
      return;
    }
    if (!(await onSave(content))) return;
    store.clear();
    onClose();
  });
  const width = typeof picture === 'object' ? lineWidth(picture, isThick) : 1;
  const textAt = (at: Point, text: string): Shape => ({ kind: 'text', colour, width, at, text });
  return (
    <FullScreen
      title={i18n.t('Draw')}
      onClose={() => void close()}
      action={
        <Button
          loading={isSaving}
          // Disabled it would lose the focus at the last undo.
          aria-disabled={shapes.length === 0 || undefined}
          data-disabled={shapes.length === 0 || undefined}
          onClick={save}
        >
          {i18n.t('Save')}
        </Button>
      }
      stage={
        <>
          <Stage picture={picture}>
            {(opened) => (
              <DrawSurface
                picture={opened}
                shapes={shapes}
                typed={place && textAt(place, typed)}
                tool={tool}
                style={{ colour, width }}
                onShape={drawing.add}
                onText={setPlace}
              />
            )}
          </Stage>
          {place !== undefined && (
            <TextOnPicture
              onTyped={setTyped}
              onDone={(text) => {
                if (text !== '') drawing.add(textAt(place, text));
                setPlace(undefined);
                setTyped('');
              }}
            />
          )}
        </>
      }
    >
      <DrawTools
        drawing={drawing}
        tool={tool}
        onTool={setTool}
        colour={colour}
        onColour={setColour}
        isThick={isThick}
        onThick={setThick}
      />
    </FullScreen>
  );
}

interface StageProps {
  readonly picture: Picture | 'broken' | undefined;
  readonly children: (picture: Picture) => React.ReactNode;
}

function Stage({ picture, children }: StageProps) {
  if (picture === undefined) return <Loader className={styles['starting']} color="white" />;
  if (typeof picture === 'object') return children(picture);
  return (
    <p className={styles['broken']} role="alert">
      <IconPhotoOff {...ICON} size={32} />
      {i18n.t('This browser cannot show the picture, so it cannot be drawn on here.')}
    </p>
  );
}

/** The decoded picture; undefined while it is read, `broken` when the browser cannot decode it. */
function usePicture(
  load: () => Promise<Blob | undefined>,
  onMissing: () => void,
): Picture | 'broken' | undefined {
  const [picture, setPicture] = useState<Picture | 'broken'>();
  const [first] = useState(() => ({ load, onMissing }));
  useEffect(() => {
    let isGone = false;
    let opened: Picture | undefined;
    const open = async () => {
      const content = await first.load();
      if (isGone) return;
      if (content === undefined) return first.onMissing();
      const found = await openPicture(content).catch(() => undefined);
      if (isGone && found !== undefined) return URL.revokeObjectURL(found.url);
      opened = found;
      setPicture(found ?? 'broken');
    };
    void open();
    return () => {
      isGone = true;
      if (opened !== undefined) URL.revokeObjectURL(opened.url);
    };
  }, [first]);
  return picture;
}
