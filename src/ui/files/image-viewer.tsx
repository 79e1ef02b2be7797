import { ActionIcon } from '@mantine/core';
import { IconDownload, IconScribble, IconX } from '@tabler/icons-react';
import { i18n } from '../../i18n/i18n.ts';
import { useState } from 'react';
import classes from './file-preview.module.css';
import { ICON } from '../marks/icon.ts';
import { useModal } from '../overlays/use-modal.ts';
import { PlaceLinks } from './place-links.tsx';
import { PictureSwitch } from './picture-switch.tsx';

interface ImageViewerProps {
  readonly name: string;
  readonly url: string;
  /** Address of the picture that this drawing was made on. */
  readonly original?: string | undefined;
  /** Place of the shot. */
  readonly place?: Parameters<typeof PlaceLinks>[0]['place'] | null;
  /** Undefined: no button for a drawing. */
  readonly onDraw?: (() => void) | undefined;
  readonly onDownload: () => void;
  readonly onClose: () => void;
}

/** Image at the largest size that fits the screen; Escape and a click beside it close. */
export function ImageViewer(props: ImageViewerProps) {
  const { name, url, original, place, onDraw, onDownload, onClose } = props;
  const [shown, setShown] = useState(url);
  const element = useModal(onClose);
  return (
    <dialog
      ref={element}
      className={classes.viewer}
      aria-label={name}
      // Escape closes the image, not the panel behind it.
      data-own-escape
    >
      <div className={classes.viewerBar}>
        <span className={classes.name}>{name}</span>
        {onDraw !== undefined && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={i18n.t('Draw on it')}
            data-tip={i18n.t('Draw on it')}
            onClick={onDraw}
          >
            <IconScribble {...ICON} />
          </ActionIcon>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={i18n.t('Download {name}', { name })}
          onClick={onDownload}
        >
          <IconDownload {...ICON} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={i18n.t('Close')}
          onClick={onClose}
        >
          <IconX {...ICON} />
        </ActionIcon>
      </div>
      {original !== undefined && (
        <PictureSwitch
          pictures={[
            [url, i18n.t('With drawing')],
            [original, i18n.t('Original')],
          ]}
          shown={shown}
          onShow={setShown}
        />
      )}
      <button
        type="button"
        className={classes.stage}
        aria-label={i18n.t('Close the image')}
        onClick={onClose}
      >
        <img src={original === undefined ? url : shown} alt={name} />
      </button>
      {place !== undefined && place !== null && <PlaceLinks place={place} />}
    </dialog>
  );
}
