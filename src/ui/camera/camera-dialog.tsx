import { ActionIcon, Button } from '@mantine/core';
import { IconCameraRotate, IconMapPin, IconScribble, IconX } from '@tabler/icons-react';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { ICON } from '../marks/icon.ts';
import { useDialogs } from '../overlays/dialogs.tsx';
import styles from './camera-dialog.module.css';
import { CameraView } from './camera-view.tsx';
import { DrawOn } from '../draw/draw-on.tsx';
import type { DrawnPhoto } from '../draw/drawn-photo.ts';
import { photoBehind, type Shots } from '../files/shots.ts';
import { useValues } from '../forms/use-values.ts';
import { FullScreen } from './full-screen.tsx';
import { takeFrame } from './take-frame.ts';
import { TakenPhoto } from './taken-photo.ts';
import { usePhotos } from './use-photos.ts';
import { type Camera, type Facing, useCamera } from './use-camera.ts';
import { type PlaceState, placeText, useShotPlace } from './use-place.ts';

/** Writes coordinates in degrees, with their accuracy in metres. */
export type WritePlace = (coordinates: {
  readonly latitude: number;
  readonly longitude: number;
  readonly accuracy: number;
}) => string;

interface Props {
  /** Address of the scheme `geo` for coordinates; undefined where photos may have no place. */
  readonly writePlace?: WritePlace | undefined;
  /** Most photos that the place can take. */
  readonly limit: number;
  /** Where photos are kept until they are attached; undefined: in memory. */
  readonly shots: Shots | undefined;
  /** The photos in the order of their shots; none when the person closed the camera. */
  readonly onDone: (photos: readonly File[]) => void;
}

/** Camera over the whole screen: photos in a row, each of which can be removed before all are attached. */
export function CameraDialog({ writePlace, limit, shots, onDone }: Props) {
  const dialogs = useDialogs();
  const video = useRef<HTMLVideoElement>(null);
  const [facing, setFacing] = useState<Facing>('environment');
  const { photos, problem, canAdd, add, remove, replace, discard } = usePhotos(limit, shots);
  const [drawnOn, setDrawnOn] = useState<File>();
  const camera = useCamera(facing);
  // Before its first picture a camera gives a black one.
  const [playing, setPlaying] = useState<MediaStream>();
  const place = useShotPlace();
  const hasSeveral = useHasSeveralCameras(camera);
  const close = async () => {
    const isSure =
      photos.length === 0 ||
      (await dialogs.confirm({
        title: i18n.t('{count, plural, one {Discard the photo?} other {Discard # photos?}}', {
          count: photos.length,
        }),
        message: i18n.t('They have not been attached yet.'),
        confirm: i18n.t('Discard'),
        cancel: i18n.t('Keep taking photos'),
        danger: true,
      }));
    if (!isSure) return;
    await discard();
    onDone([]);
  };
  const canShoot = camera.kind === 'on' && playing === camera.stream && canAdd;
  const shoot = async () => {
    if (!canShoot) return;
    const at = new Date();
    const picture = video.current && (await takeFrame(video.current));
    if (picture !== null)
      await add(new TakenPhoto(picture, at, { place: placeOf(place.state, writePlace) }));
  };
  return (
    <FullScreen
      title={i18n.t('Camera')}
      action={
        writePlace !== undefined && (
          <Button
            size="sm"
            variant={place.state.kind === 'off' ? 'default' : 'filled'}
            aria-pressed={place.state.kind !== 'off'}
            leftSection={<IconMapPin {...ICON} size={16} />}
            onClick={place.toggle}
          >
            {i18n.t('Add place')}
          </Button>
        )
      }
      onClose={() => void close()}
      stage={
        <CameraView
          camera={camera}
          video={video}
          label={i18n.t('Picture of the camera')}
          instead={<OtherCamera onPhoto={(photo) => void add(photo)} />}
          onPlaying={() => setPlaying(camera.kind === 'on' ? camera.stream : undefined)}
        />
      }
    >
      {place.state.kind !== 'off' && (
        <output className={styles.place}>{placeText(place.state)}</output>
      )}
      {problem !== undefined && (
        <div role="alert" className={styles.problem}>
          {problem}
        </div>
      )}
      <Taken photos={photos} onRemove={(one) => void remove(one)} onDraw={setDrawnOn} />
      {drawnOn !== undefined && (
        <DrawOnPhoto
          photo={drawnOn}
          onDrawn={(drawing) => void replace(drawnOn, drawing)}
          onClose={() => setDrawnOn(undefined)}
        />
      )}
      <div className={styles.foot}>
        <div className={styles.side}>
          {hasSeveral && (
            <ActionIcon
              variant="transparent"
              color="white"
              size={44}
              aria-label={i18n.t('Switch the camera')}
              onClick={() => setFacing(facing === 'user' ? 'environment' : 'user')}
            >
              <IconCameraRotate {...ICON} size={26} />
            </ActionIcon>
          )}
        </div>
        <button
          type="button"
          className={styles.shutter}
          aria-label={i18n.t('Take a photo')}
          data-autofocus
          // Disabled it would lose the focus at the last photo.
          aria-disabled={!canShoot || undefined}
          onClick={() => void shoot()}
        />
        <div className={styles.side}>
          {photos.length > 0 && (
            <Button onClick={() => onDone(photos)}>
              {limit === 1 ? i18n.t('Attach') : i18n.t('Attach {count}', { count: photos.length })}
            </Button>
          )}
        </div>
      </div>
    </FullScreen>
  );
}

/** A photo of the camera application was taken elsewhere and gets no place. */
function placeOf(state: PlaceState, write: WritePlace | undefined): string | undefined {
  return state.kind === 'on' ? write?.(state.coordinates) : undefined;
}

interface TakenProps {
  readonly photos: readonly File[];
  readonly onRemove: (photo: File) => void;
  readonly onDraw: (photo: File) => void;
}

/** What was taken so far; the newest is last and in view. */
function Taken({ photos, onRemove, onDraw }: TakenProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.lastElementChild?.scrollIntoView({ inline: 'end', block: 'nearest' });
  }, [photos.length]);
  return (
    <>
      <output className={styles.count}>
        {photos.length > 0 &&
          i18n.t('{count, plural, one {# photo taken} other {# photos taken}}', {
            count: photos.length,
          })}
      </output>
      <ul ref={list} className={styles.taken} aria-label={i18n.t('Photos')}>
        {photos.map((photo, index) => (
          <Thumb
            key={`${photo.name} ${photo.lastModified} ${photo.size}`}
            photo={photo}
            number={index + 1}
            onRemove={() => onRemove(photo)}
            onDraw={() => onDraw(photo)}
          />
        ))}
      </ul>
    </>
  );
}

interface ThumbProps {
  readonly photo: File;
  readonly number: number;
  readonly onRemove: () => void;
  readonly onDraw: () => void;
}

function Thumb({ photo, number, onRemove, onDraw }: ThumbProps) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const address = URL.createObjectURL(photo);
    if (image.current !== null) image.current.src = address;
    return () => URL.revokeObjectURL(address);
  }, [photo]);
  return (
    <li className={styles.thumb}>
      <img ref={image} alt={i18n.t('Photo {number}', { number })} />
      <button
        type="button"
        className={styles.draw}
        aria-label={i18n.t('Draw on photo {number}', { number })}
        onClick={onDraw}
      >
        <IconScribble {...ICON} size={16} />
      </button>
      <button
        type="button"
        className={styles.remove}
        aria-label={i18n.t('Remove photo {number}', { number })}
        onClick={onRemove}
      >
        <IconX {...ICON} size={16} />
      </button>
    </li>
  );
}

function useStrokes() {
  return useValues({ shapes: '' });
}

interface DrawProps {
  readonly photo: File;
  readonly onDrawn: (drawing: DrawnPhoto) => void;
  readonly onClose: () => void;
}

/** Drawing on a photo that is not attached yet: a finished drawing is kept with the photo, its strokes have no draft. */
function DrawOnPhoto({ photo, onDrawn, onClose }: DrawProps) {
  // What is drawn on a drawing has the same original, without any line.
  const original = photoBehind(photo) ?? photo;
  const name = typeof original === 'string' ? photo.name : original.name;
  return (
    <DrawOn
      drawable={{ name, original, useStore: useStrokes, load: async () => photo }}
      onDrawn={async (drawing) => {
        onDrawn(drawing);
        return true;
      }}
      onClose={onClose}
    />
  );
}

/** The camera application of a phone, for a browser that gives the page no camera. */
function OtherCamera({ onPhoto }: { readonly onPhoto: (photo: TakenPhoto) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.currentTarget.files?.[0];
    event.currentTarget.value = '';
    // What the camera application returns was written at the shot.
    if (file !== undefined)
      onPhoto(new TakenPhoto(file, new Date(file.lastModified), { name: file.name }));
  };
  return (
    <div className={styles.other}>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*"
        capture="environment"
        aria-label={i18n.t('Photo of the camera application')}
        onChange={take}
      />
      <Button variant="default" onClick={() => input.current?.click()}>
        {i18n.t('Use the camera application')}
      </Button>
    </div>
  );
}

/** True when there is another camera; browsers name them only after the first one is allowed. */
function useHasSeveralCameras({ kind }: Camera): boolean {
  const [hasSeveral, setSeveral] = useState(false);
  useEffect(() => {
    if (kind !== 'on') return;
    const count = async () => {
      const devices = await navigator.mediaDevices.enumerateDevices();
      setSeveral(devices.filter((device) => device.kind === 'videoinput').length > 1);
    };
    void count().catch(() => undefined);
  }, [kind]);
  return hasSeveral;
}
