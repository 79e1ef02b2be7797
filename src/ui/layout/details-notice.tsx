import { IconCloudDown } from '@tabler/icons-react';
import { i18n } from '../../i18n/i18n.ts';
import { SMALL_ICON } from '../marks/icon.ts';
import styles from './details-notice.module.css';

interface Props {
  readonly isReachable: boolean;
  /** Whose details are missing. */
  readonly of?: 'project' | 'task';
}

/** Says that the comments, sub-tasks and files of a project or a task are not on this device, or not yet. */
export function DetailsNotice({ isReachable, of = 'project' }: Props) {
  return (
    <output className={styles['notice']}>
      <IconCloudDown {...SMALL_ICON} className={styles['icon']} />
      {isReachable ? i18n.t('Comments, sub-tasks and files are being downloaded…') : missing(of)}
    </output>
  );
}

function missing(of: 'project' | 'task'): string {
  return of === 'task'
    ? i18n.t(
        'Comments, sub-tasks and files of this task are not on this device. They are downloaded when you are online.',
      )
    : i18n.t(
        'Comments, sub-tasks and files of this project are not on this device. They are downloaded when you are online.',
      );
}
