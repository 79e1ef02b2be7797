import { ActionIcon } from '@mantine/core';
import {
  IconDownload,
  IconExternalLink,
  IconFile,
  IconFileTypePdf,
  IconMicrophone,
  IconPhotoOff,
  IconTrash,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import classes from './file-preview.module.css';
import { secureUrl, formatSize, shotTime } from './file-format.ts';
import { ICON } from '../marks/icon.ts';
import { VoicePlayer } from '../voice/voice-player.tsx';
import { type Drawable, DrawOn } from '../draw/draw-on.tsx';
import type { DrawnPhoto } from '../draw/drawn-photo.ts';
import { ImageViewer } from './image-viewer.tsx';
import { RemovedNote } from './removed-note.tsx';
import { ProgressRing } from './progress-ring.tsx';

/** File to preview; the shape of `ShownFile` in src/data/files.ts, so that it can be passed unchanged. */
export interface PreviewedFile {
  readonly name: string;
  readonly kind: 'image' | 'pdf' | 'other';
  readonly mediaType: string;
  /** Bytes. */
  readonly size: number;
  /** Progress of the upload from this device, 0 to 1. */
  readonly progress: number | undefined;
  readonly url: string | undefined;
  readonly smallUrl: string | undefined;
  /** Time of the shot of a photo, an ISO instant; null for other files. */
  readonly takenAt: string | null;
  /** Id of the image that this one shows with a drawing; null for other files. */
  readonly drawnOn: string | null;
  /** Place of the shot: degrees, and metres; null for other files. */
  readonly place: {
    readonly latitude: number;
    readonly longitude: number;
    readonly accuracy: number;
  } | null;
  /** Length in milliseconds and waveform of a voice note; null for other files. */
  readonly voice: { readonly durationMs: number; readonly peaks: string } | null;
  readonly problem: string | undefined;
  readonly waitsFor: string | undefined;
}

interface Drawing {
  readonly drawable: Drawable;
  /** Resolves to true when the drawing is stored or taken over. */
  readonly onDrawn: (drawing: DrawnPhoto) => Promise<boolean>;
}

interface FilePreviewProps {
  readonly file: PreviewedFile;
  /** `panel`: an image has the full width; `inline`: at most 240 px, in a conversation; `tile`: cropped, in a grid. */
  readonly size?: 'panel' | 'inline' | 'tile';
  /** A change of this number loads an unavailable image again, e.g. when the device is online again. */
  readonly attempt?: number;
  /** The picture that a drawing was made on, where it is on this device. */
  readonly original?: Pick<PreviewedFile, 'url'> | null | undefined;
  /** Content of a voice note; undefined: it is not available, and the person has seen why. */
  readonly onPlay?: (() => Promise<Blob | undefined>) | undefined;
  /** Undefined: no button for a drawing. */
  readonly drawing?: Drawing | undefined;
  readonly onDownload: () => void;
  /** Set for a file that was removed from this device to make room. */
  readonly removed?: { readonly fetch: () => void; readonly isComing: boolean } | undefined;
  /** Undefined: no delete button. */
  readonly onDelete?: (() => void) | undefined;
}

/** File by type: an image that can be enlarged, a PDF that can be opened, any other file by name and size. */
export function FilePreview(props: FilePreviewProps) {
  const { file, size = 'panel', attempt = 0, onDownload, onDelete, onPlay } = props;
  const { original, drawing, removed } = props;
  const [isOpen, setOpen] = useState(false);
  const [isDrawing, setDrawing] = useState(false);
  const [broken, setBroken] = useState<{ readonly url: string; readonly attempt: number }>();
  const url = file.url === undefined ? undefined : secureUrl(file.url);
  const isFilm = file.mediaType.startsWith('video/');
  const isBroken = broken !== undefined && broken.url === url && broken.attempt === attempt;
  const isShown = file.kind === 'image' && url !== undefined && !isBroken;
  const actions = <Actions file={file} url={url} onDownload={onDownload} onDelete={onDelete} />;
  return (
    <figure className={classes.preview} data-size={size}>
      {file.kind === 'image' && !isFilm && (
        <button
          type="button"
          className={classes.frame}
          disabled={!isShown}
          aria-label={i18n.t('Maximise {name}', { name: file.name })}
          onClick={() => setOpen(true)}
        >
          {isShown ? (
            <img
              src={url}
              alt={file.name}
              loading="lazy"
              onError={() => setBroken({ url, attempt })}
            />
          ) : (
            <span className={classes.missing}>
              <IconPhotoOff {...ICON} size={22} />
              {missingMessage(file, isBroken)}
            </span>
          )}
        </button>
      )}
      {isFilm && isShown && (
        // Recordings of the organisation's own members: no captions exist.
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <video className={classes.film} src={url} controls preload="metadata" />
      )}
      {file.voice !== null && onPlay !== undefined && file.waitsFor === undefined && (
        <VoicePlayer name={file.name} {...file.voice} load={onPlay} />
      )}
      <figcaption className={classes.bar}>
        {file.kind !== 'image' && (
          <span className={classes.icon}>
            <FileIcon file={file} />
          </span>
        )}
        <span className={classes.words}>
          <span className={classes.name} title={file.name}>
            {file.name}
          </span>
          <Status file={file} />
          {removed !== undefined && <RemovedNote name={file.name} removed={removed} />}
        </span>
        {actions}
      </figcaption>
      {isOpen && isShown && (
        <ImageViewer
          name={file.name}
          url={url}
          place={file.place}
          original={file.drawnOn === null ? undefined : original?.url}
          onDraw={
            drawing &&
            (() => {
              setOpen(false);
              setDrawing(true);
            })
          }
          onDownload={onDownload}
          onClose={() => setOpen(false)}
        />
      )}
      {isDrawing && drawing !== undefined && (
        <DrawOn {...drawing} onClose={() => setDrawing(false)} />
      )}
    </figure>
  );
}

function FileIcon({ file }: { readonly file: PreviewedFile }) {
  if (file.voice !== null) return <IconMicrophone {...ICON} />;
  return file.kind === 'pdf' ? <IconFileTypePdf {...ICON} /> : <IconFile {...ICON} />;
}

interface ActionsProps {
  readonly file: PreviewedFile;
  readonly url: string | undefined;
  readonly onDownload: () => void;
  readonly onDelete: (() => void) | undefined;
}

function Actions({ file, url, onDownload, onDelete }: ActionsProps) {
  return (
    <span className={classes.actions}>
      {file.kind === 'pdf' && url !== undefined && (
        <ActionIcon
          component="a"
          href={url}
          target="_blank"
          rel="noreferrer"
          variant="subtle"
          color="gray"
          aria-label={i18n.t('Open {name}', { name: file.name })}
          data-tip={i18n.t('Open')}
        >
          <IconExternalLink {...ICON} />
        </ActionIcon>
      )}
      {file.waitsFor === undefined && (
        <Action
          label={i18n.t('Download {name}', { name: file.name })}
          tip={i18n.t('Download')}
          onClick={onDownload}
        >
          <IconDownload {...ICON} />
        </Action>
      )}
      {onDelete !== undefined && (
        <Action
          label={i18n.t('Delete {name}', { name: file.name })}
          tip={i18n.t('Delete')}
          onClick={onDelete}
        >
          <IconTrash {...ICON} />
        </Action>
      )}
    </span>
  );
}

interface ActionProps {
  readonly label: string;
  readonly tip: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function Action({ label, tip, onClick, children }: ActionProps) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} data-tip={tip} onClick={onClick}>
      {children}
    </ActionIcon>
  );
}

function Status({ file }: { readonly file: PreviewedFile }) {
  if (file.problem !== undefined) return <span className={classes.problem}>{file.problem}</span>;
  if (file.progress !== undefined) {
    return (
      <span className={classes.meta}>
        <ProgressRing
          value={file.progress}
          label={i18n.t('Uploading {name}', { name: file.name })}
        />
        {file.progress === 0 ? i18n.t('On this device, not uploaded yet') : i18n.t('Uploading')}
      </span>
    );
  }
  if (file.waitsFor !== undefined)
    return <span className={classes.meta}>{waitingMessage(file)}</span>;
  return <span className={classes.meta}>{sizeText(file)}</span>;
}

function sizeText(file: PreviewedFile): string {
  const size = formatSize(file.size);
  if (file.drawnOn !== null) return i18n.t('With drawing · {size}', { size });
  if (file.takenAt === null) return size;
  return i18n.t('Taken {time} · {size}', { time: shotTime(file.takenAt), size });
}

function missingMessage(file: PreviewedFile, isBroken: boolean): string {
  if (file.waitsFor !== undefined) return waitingMessage(file);
  return isBroken
    ? i18n.t('Not on this device. It shows when you are online.')
    : i18n.t('Opening…');
}

/** FILE-2 */
function waitingMessage({ waitsFor }: PreviewedFile): string {
  return waitsFor === undefined || waitsFor === ''
    ? i18n.t('Uploading from another device')
    : i18n.t("Uploading from {name}'s device", { name: waitsFor });
}
