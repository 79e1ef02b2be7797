import { CloseButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useId, useRef } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { useEscape } from '../focus/use-escape.tsx';
import styles from './panel.module.css';
import { useFocusScope } from '../focus/use-focus-scope.ts';
import { type PanelWidth, useRootMark } from './use-root-mark.ts';

interface PanelProps {
  readonly title: ReactNode;
  /** Pixels on wide screens; below 768 px every panel is a full-screen sheet. */
  readonly width: PanelWidth;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Fixed at the foot of the panel while the content scrolls. */
  readonly footer?: ReactNode;
  /** Controls left of the close button. */
  readonly actions?: ReactNode;
  /** Selector of the element that gets the focus on unmount when the panel was opened by an address. */
  readonly home?: string;
  /** Name of the close button, default `Close`. */
  readonly closeLabel?: string;
}

/**
 * Panel that slides in from the right and leaves the page usable; a modal sheet on phones. It opens on mount
 * and takes the focus (an element with `data-autofocus`, else itself), and returns it on unmount. Escape and
 * the close button call `onClose`.
 */
export function Panel(props: PanelProps) {
  const {
    title,
    width,
    onClose,
    children,
    footer,
    actions,
    home,
    closeLabel = i18n.t('Close'),
  } = props;
  const titleId = useId();
  const panel = useRef<HTMLDialogElement>(null);
  const isSheet = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false });
  useFocusScope(panel, { loops: isSheet, home });
  useEscape(onClose);
  useRootMark('sidePanels');
  useRootMark(`side${width}`);
  return (
    <dialog
      open
      ref={panel}
      className={styles['panel']}
      style={{ '--panel-width': `${width}px` }}
      aria-modal={isSheet ? true : undefined}
      aria-labelledby={titleId}
      tabIndex={-1}
    >
      <div className={styles['header']}>
        <h2 id={titleId} className={styles['title']}>
          {title}
        </h2>
        {actions}
        <CloseButton aria-label={closeLabel} onClick={onClose} size="md" />
      </div>
      <div className={styles['body']}>{children}</div>
      {footer === undefined ? null : <div className={styles['footer']}>{footer}</div>}
    </dialog>
  );
}
