import { IconCloudDown } from '@tabler/icons-react';
import { i18n } from '../../i18n/i18n.ts';
import { SMALL_ICON } from '../marks/icon.ts';
import styles from './details-notice.module.css';

interface TasksNoticeProps {
  readonly isReachable: boolean;
  /** Beside the edge of a page that has no padding of its own. */
  readonly isInset?: boolean;
}

/** Says that the tasks of a project are not on this device, or not yet: what a screen shows of them is not all. */
export function TasksNotice({ isReachable, isInset = false }: TasksNoticeProps) {
  return (
    <output className={styles['notice']} data-inset={isInset || undefined}>
      <IconCloudDown {...SMALL_ICON} className={styles['icon']} />
      {isReachable
        ? i18n.t('The tasks of this project are being downloaded. Not all of them are here yet.')
        : i18n.t(
            'The tasks of this project are not on this device. They are downloaded when you are online.',
          )}
    </output>
  );
}
