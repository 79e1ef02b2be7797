import { IconCloudDown } from '@tabler/icons-react';
import { i18n } from '../../i18n/i18n.ts';
import { SMALL_ICON } from '../marks/icon.ts';
import styles from './details-notice.module.css';

/** Says that the comments, sub-tasks and files of a project are not on this device, or not yet. */
export function DetailsNotice({ isReachable }: { readonly isReachable: boolean }) {
  return (
    <output className={styles['notice']}>
      <IconCloudDown {...SMALL_ICON} className={styles['icon']} />
      {isReachable
        ? i18n.t('Comments, sub-tasks and files are being downloaded…')
        : i18n.t(
            'Comments, sub-tasks and files of this project are not on this device. They are downloaded when you are online.',
          )}
    </output>
  );
}
