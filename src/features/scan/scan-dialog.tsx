import { Button } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { CameraView } from '../../ui/camera/camera-view.tsx';
import { FullScreen } from '../../ui/camera/full-screen.tsx';
import { useCamera } from '../../ui/camera/use-camera.ts';
import { ICON } from '../../ui/marks/icon.ts';
import { type Outcome, useOpenCode } from './use-open-code.ts';
import { codeInPhoto, useScan } from './use-scan.ts';
import styles from './scan-dialog.module.css';

/** Camera over the whole screen that opens the task whose code it sees; a photo of a code does the same. */
export function ScanDialog({ onClose }: { readonly onClose: () => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const camera = useCamera('environment');
  const openCode = useOpenCode();
  const [outcome, setOutcome] = useState<Outcome>();
  const seen = useRef<string>(undefined);
  const open = async (text: string) => {
    // The camera sees the same code many times in a second.
    if (seen.current === text) return;
    seen.current = text;
    setOutcome(await openCode(text));
  };
  useScan(video, camera.kind === 'on', (text) => void open(text));
  const readPhoto = async (file: File) => {
    const text = await codeInPhoto(file);
    seen.current = undefined;
    if (text !== undefined) return open(text);
    return setOutcome({ title: i18n.t('There is no code in this picture') });
  };
  return (
    <FullScreen
      title={i18n.t('Scan a code')}
      onClose={onClose}
      stage={
        <>
          <CameraView
            camera={camera}
            video={video}
            label={i18n.t('Picture of the camera')}
            instead={null}
          />
          {camera.kind === 'on' && <div className={styles['frame']} aria-hidden="true" />}
        </>
      }
    >
      <div className={styles['foot']}>
        <output className={styles['outcome']}>
          {outcome === undefined ? (
            i18n.t('Hold the code of a task before the camera')
          ) : (
            <>
              <strong>{outcome.title}</strong>
              {outcome.hint}
            </>
          )}
        </output>
        <div className={styles['actions']}>
          {outcome?.choice !== undefined && (
            <Button onClick={outcome.choice.run}>{outcome.choice.label}</Button>
          )}
          <PhotoButton onPick={(file) => void readPhoto(file)} />
        </div>
      </div>
    </FullScreen>
  );
}

function PhotoButton({ onPick }: { readonly onPick: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*"
        aria-label={i18n.t('Photo of a code')}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          // Reset, so that the same file can be chosen again.
          event.currentTarget.value = '';
          if (file !== undefined) onPick(file);
        }}
      />
      <Button
        variant="default"
        leftSection={<IconPhoto {...ICON} />}
        onClick={() => input.current?.click()}
      >
        {i18n.t('Choose a photo')}
      </Button>
    </>
  );
}
