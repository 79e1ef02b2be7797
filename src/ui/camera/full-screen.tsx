import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { useFocusInside } from '../focus/use-focus-inside.ts';
import { ICON } from '../marks/icon.ts';
import { useModal } from '../overlays/use-modal.ts';
import styles from './full-screen.module.css';

interface Props {
  readonly title: string;
  /** The picture, which takes the height that the rest leaves. */
  readonly stage: ReactNode;
  /** Beside the button that closes. */
  readonly action?: ReactNode;
  /** Controls below the picture. */
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** Dark dialog over the whole screen, for a picture. */
export function FullScreen({ title, stage, action, children, onClose }: Props) {
  const dialog = useModal(onClose);
  useFocusInside(dialog);
  const titleId = useId();
  return (
    <dialog
      ref={dialog}
      className={styles['dialog']}
      aria-labelledby={titleId}
      tabIndex={-1}
      data-own-escape
    >
      <div className={styles['bar']}>
        <h2 id={titleId} className={styles['title']}>
          {title}
        </h2>
        {action}
        <ActionIcon
          variant="transparent"
          color="white"
          size={44}
          aria-label={i18n.t('Close')}
          onClick={onClose}
        >
          <IconX {...ICON} size={22} />
        </ActionIcon>
      </div>
      <div className={styles['stage']}>{stage}</div>
      {children}
    </dialog>
  );
}
