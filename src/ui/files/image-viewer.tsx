import { ActionIcon } from '@mantine/core';
import { IconDownload, IconX } from '@tabler/icons-react';
import { i18n } from '../../i18n/i18n.ts';
import classes from './file-preview.module.css';
import { ICON } from '../marks/icon.ts';
import { useModal } from '../overlays/use-modal.ts';

interface ImageViewerProps {
  readonly name: string;
  readonly url: string;
  readonly onDownload: () => void;
  readonly onClose: () => void;
}

/** Image at the largest size that fits the screen; Escape and a click beside it close. */
export function ImageViewer({ name, url, onDownload, onClose }: ImageViewerProps) {
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
      <button
        type="button"
        className={classes.stage}
        aria-label={i18n.t('Close the image')}
        onClick={onClose}
      >
        <img src={url} alt={name} />
      </button>
    </dialog>
  );
}
