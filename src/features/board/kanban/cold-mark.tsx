import { IconCloudDown } from '@tabler/icons-react';
import type { Task } from '../../../../model/entities/task.ts';
import { useIsCold } from '../../../data/task-details.ts';
import { i18n } from '../../../i18n/i18n.ts';
import classes from './tile.module.css';

/** In place of the numbers of comments, sub-tasks and files that are not on this device (OUT-7). */
export function ColdMark({ task }: { readonly task: Task }) {
  if (!useIsCold(task)) return null;
  return (
    <span
      className={classes.count}
      data-tip={i18n.t(
        'Comments, sub-tasks and files of this task are not on this device. Open it to download them.',
      )}
    >
      <IconCloudDown size={14} stroke={1.5} aria-hidden />
      <span className={classes.hidden}>{i18n.t('Details are not on this device')}</span>
    </span>
  );
}
