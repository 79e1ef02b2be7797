import { ActionIcon, Button } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import type { WritePlace } from './camera-dialog.tsx';
import type { Shots } from '../files/shots.ts';
import { ICON, SMALL_ICON } from '../marks/icon.ts';
import { prefetch } from '../prefetch.ts';

const { Component: CameraDialog } = prefetch(
  async () => (await import('./camera-dialog.tsx')).CameraDialog,
);

interface Props {
  /** `icon`: beside a text field; `text`: among the buttons of a list of files; `field`: in a field of a form. */
  readonly look: 'icon' | 'text' | 'field';
  /** Most photos that the place can take; 1 for a place with one file. */
  readonly limit?: number;
  /** Evaluated at the click: false leaves the camera closed. */
  readonly allowed?: () => Promise<boolean>;
  /** Undefined: photos may have no place here. */
  readonly writePlace?: WritePlace | undefined;
  /** Where photos are kept until they are attached; undefined: in memory. */
  readonly shots?: Shots;
  readonly onPhotos: (photos: readonly File[]) => void;
}

/** Photos in a row; comments, messages and documents have one file each. */
const IN_A_ROW = 20;

/** Button that opens the camera. */
export function CameraButton(props: Props) {
  const { look, limit = IN_A_ROW, allowed, writePlace, shots, onPhotos } = props;
  const [isOpen, setOpen] = useState(false);
  const open = async () => {
    if (allowed === undefined || (await allowed())) setOpen(true);
  };
  const label = i18n.t('Take photo');
  return (
    <>
      {look === 'icon' ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={label}
          data-tip={label}
          onClick={() => void open()}
        >
          <IconCamera {...ICON} />
        </ActionIcon>
      ) : (
        <Button
          size={look === 'field' ? 'xs' : 'compact-sm'}
          variant={look === 'field' ? 'default' : 'subtle'}
          {...(look === 'text' && { color: 'gray' })}
          leftSection={<IconCamera {...SMALL_ICON} />}
          onClick={() => void open()}
        >
          {label}
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <CameraDialog
            limit={limit}
            writePlace={writePlace}
            shots={shots}
            onDone={(photos) => {
              setOpen(false);
              shots?.used(photos);
              if (photos.length > 0) onPhotos(photos);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
