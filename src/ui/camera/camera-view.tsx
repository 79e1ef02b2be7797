import { Button, Loader } from '@mantine/core';
import { IconCameraOff } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { ICON } from '../marks/icon.ts';
import { type Camera, cameraProblemText } from './use-camera.ts';
import styles from './camera-view.module.css';

interface Props {
  readonly camera: Camera;
  readonly video: RefObject<HTMLVideoElement | null>;
  /** What the picture is for, e.g. "Picture of the camera". */
  readonly label: string;
  /** Another way to a picture, below the sentence about a camera that cannot be used. */
  readonly instead: ReactNode;
  /** Called when the first picture is shown, also after a change of the camera. */
  readonly onPlaying?: () => void;
}

/** Live picture of the camera, or the reason why there is none. */
export function CameraView({ camera, video, label, instead, onPlaying }: Props) {
  const stream = camera.kind === 'on' ? camera.stream : undefined;
  useEffect(() => {
    if (video.current !== null && stream !== undefined) show(video.current, stream);
  }, [stream, video]);
  if (camera.kind === 'off') {
    return (
      <div className={styles['off']} role="alert">
        <IconCameraOff {...ICON} size={32} />
        <p>{cameraProblemText(camera.problem)}</p>
        <div className={styles['ways']}>
          <Button variant="default" onClick={camera.retry}>
            {i18n.t('Try again')}
          </Button>
          {instead}
        </div>
      </div>
    );
  }
  return (
    <>
      {/* Live picture: there is nothing to caption. */}
      <video
        ref={video}
        className={styles['video']}
        aria-label={label}
        muted
        playsInline
        onPlaying={onPlaying}
      />
      {stream === undefined && <Loader className={styles['starting']} color="white" />}
    </>
  );
}

function show(video: HTMLVideoElement, stream: MediaStream): void {
  video.srcObject = stream;
  // Rejected when the dialog closes at once.
  void video.play().catch(() => undefined);
}
