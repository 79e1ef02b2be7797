import { ActionIcon } from '@mantine/core';
import {
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconExternalLink,
  IconX,
} from '@tabler/icons-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { TaskFile } from '../../../../model/entities/task-file.ts';
import type { Task } from '../../../../model/entities/task.ts';
import { useRemovedFile } from '../../../data/removed-files.ts';
import { useFile, useFileBytes } from '../../../data/files.ts';
import { useOnline } from '../../../data/online.ts';
import { i18n } from '../../../i18n/i18n.ts';
import { shotTime } from '../../../ui/files/file-format.ts';
import { PictureSwitch } from '../../../ui/files/picture-switch.tsx';
import { PlaceLinks } from '../../../ui/files/place-links.tsx';
import { RemovedNote } from '../../../ui/files/removed-note.tsx';
import { saveFile } from '../../../ui/files/save-file.ts';
import { isField } from '../../../ui/focus/is-typing.ts';
import { ICON } from '../../../ui/marks/icon.ts';
import { useModal } from '../../../ui/overlays/use-modal.ts';
import { DrawButton } from './draw-button.tsx';
import { FileCaption } from './file-caption.tsx';
import { FileStage } from './file-stage.tsx';
import { usePictures } from './use-pictures.ts';
import classes from './file-gallery.module.css';

interface Props {
  readonly task: Task;
  readonly files: readonly TaskFile[];
  readonly shown: { readonly id: string; readonly isCaptioning: boolean };
  readonly mayEdit: boolean;
  readonly onShow: (id: string) => void;
  readonly onClose: () => void;
}

/** Horizontal movement of a finger that shows the next file. Pixels. */
const SWIPE = 48;

/** Files of a task one at a time over the whole screen: arrow keys and swipes change them, Escape closes. */
export function FileGallery({ task, files, shown, mayEdit, onShow, onClose }: Props) {
  const element = useModal(onClose);
  const at = useIndexOf(files, shown.id);
  const entry = files[at];
  const { file, pictures, showPicture } = usePictures(entry, files);
  const isOnline = useOnline();
  const step = (by: number) => {
    const next = files[at + by];
    if (next !== undefined) onShow(next.id);
  };
  useSteps(element, step);
  // The control that had the focus may be gone with the file before; keys belong to the gallery all the same.
  useEffect(() => {
    const node = element.current;
    if (node?.contains(document.activeElement) === false) node.focus();
  }, [element, entry?.id]);
  if (entry === undefined) return null;
  const name = file?.name ?? '';
  return (
    <dialog
      ref={element}
      className={classes.gallery}
      aria-label={i18n.t('File {number} of {count}: {name}', {
        number: at + 1,
        count: files.length,
        name,
      })}
      tabIndex={-1}
      // Escape closes the gallery, not the panel behind it.
      data-own-escape
    >
      <div className={classes.bar}>
        <span className={classes.count}>
          {i18n.t('{number} of {count}', { number: at + 1, count: files.length })}
        </span>
        <h2 className={classes.name} title={name}>
          {name}
        </h2>
        {file !== undefined && file !== null && (
          <>
            {mayEdit && (
              <DrawButton
                task={task}
                file={file}
                entry={entry}
                next={files[at + 1]}
                onDrawn={onShow}
              />
            )}
            <Actions file={file} />
          </>
        )}
        <ActionIcon size={36} aria-label={i18n.t('Close')} data-autofocus onClick={onClose}>
          <IconX {...ICON} />
        </ActionIcon>
      </div>
      {pictures.length > 1 && file !== undefined && file !== null && (
        <PictureSwitch pictures={pictures} shown={file.id} onShow={showPicture} />
      )}
      <div className={classes.stage}>
        {/* Mounted anew when the network returns: what was missing is requested again. */}
        <FileStage key={`${entry.id} ${file?.id ?? ''} ${isOnline}`} file={file} />
        <Step side="previous" isOff={at === 0} onClick={() => step(-1)} />
        <Step side="next" isOff={at === files.length - 1} onClick={() => step(1)} />
      </div>
      {file !== undefined && file !== null && <Removed id={file.id} name={file.name} />}
      {typeof file?.takenAt === 'string' && (
        <p className={classes.taken}>
          {i18n.t('Taken {time}, by the clock of the device', { time: shotTime(file.takenAt) })}
        </p>
      )}
      {file?.place !== undefined && file.place !== null && <PlaceLinks place={file.place} />}
      <FileCaption
        key={entry.id}
        task={task}
        entry={entry}
        mayEdit={mayEdit}
        isEditing={shown.isCaptioning}
      />
      <Ahead id={files[at - 1]?.file} />
      <Ahead id={files[at + 1]?.file} />
    </dialog>
  );
}

/** Says that the bytes left this device to make room. */
function Removed({ id, name }: { readonly id: string; readonly name: string }) {
  const removed = useRemovedFile(id);
  if (removed === undefined) return null;
  return (
    <div className={classes.removed}>
      <RemovedNote name={name} removed={removed} />
    </div>
  );
}

/** Index of a file; when it was removed meanwhile, of the file that is now at its place. */
function useIndexOf(files: readonly TaskFile[], id: string): number {
  const [last, setLast] = useState(0);
  const found = files.findIndex((file) => file.id === id);
  if (found !== -1 && found !== last) setLast(found);
  return found === -1 ? Math.min(last, files.length - 1) : found;
}

/** Arrow keys, Home, End and swipes. */
function useSteps(element: RefObject<HTMLDialogElement | null>, step: (by: number) => void): void {
  const latest = useRef(step);
  useEffect(() => {
    latest.current = step;
  });
  useEffect(() => {
    const node = element.current;
    if (node === null) return undefined;
    let start: Touch | undefined;
    const key = (event: KeyboardEvent) => {
      if (isField(event.target) || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
      event.preventDefault();
      latest.current(event.key === 'ArrowLeft' ? -1 : 1);
    };
    const touch = (event: TouchEvent) => {
      start = event.touches.length === 1 ? event.touches[0] : undefined;
    };
    const lift = (event: TouchEvent) => {
      const end = event.changedTouches[0];
      if (start === undefined || end === undefined || isField(event.target)) return;
      const [x, y] = [end.clientX - start.clientX, end.clientY - start.clientY];
      start = undefined;
      // A zoomed picture is moved by the finger.
      if ((window.visualViewport?.scale ?? 1) > 1.05) return;
      if (Math.abs(x) > SWIPE && Math.abs(x) > Math.abs(y)) latest.current(x > 0 ? -1 : 1);
    };
    const listeners = new AbortController();
    const { signal } = listeners;
    node.addEventListener('keydown', key, { signal });
    node.addEventListener('touchstart', touch, { signal, passive: true });
    node.addEventListener('touchend', lift, { signal, passive: true });
    return () => listeners.abort();
  }, [element]);
}

function Actions({ file }: { readonly file: NonNullable<ReturnType<typeof useFile>> }) {
  const bytesOf = useFileBytes();
  const download = async () => {
    const bytes = await bytesOf(file);
    if (bytes !== undefined) saveFile(bytes, file.name);
  };
  return (
    <>
      {file.url !== undefined && file.kind !== 'other' && (
        <ActionIcon
          component="a"
          href={file.url}
          target="_blank"
          rel="noreferrer"
          size={36}
          aria-label={i18n.t('Open {name} in a new tab', { name: file.name })}
          data-tip={i18n.t('Open in a new tab')}
        >
          <IconExternalLink {...ICON} />
        </ActionIcon>
      )}
      {file.waitsFor === undefined && (
        <ActionIcon
          size={36}
          aria-label={i18n.t('Download {name}', { name: file.name })}
          data-tip={i18n.t('Download')}
          onClick={() => void download()}
        >
          <IconDownload {...ICON} />
        </ActionIcon>
      )}
    </>
  );
}

interface StepProps {
  readonly side: 'previous' | 'next';
  readonly isOff: boolean;
  readonly onClick: () => void;
}

function Step({ side, isOff, onClick }: StepProps) {
  const isNext = side === 'next';
  return (
    <button
      type="button"
      className={classes.step}
      data-side={side}
      aria-label={isNext ? i18n.t('Next file') : i18n.t('Previous file')}
      // Disabled it would lose the focus at the last file.
      aria-disabled={isOff || undefined}
      onClick={onClick}
    >
      {isNext ? <IconChevronRight {...ICON} size={24} /> : <IconChevronLeft {...ICON} size={24} />}
    </button>
  );
}

/** Requests a neighbour, so that it shows at once. */
function Ahead({ id }: { readonly id: string | null | undefined }) {
  const file = useFile(id);
  const url = file?.kind === 'image' ? file.url : undefined;
  useEffect(() => {
    if (url !== undefined) new Image().src = url;
  }, [url]);
  return null;
}
