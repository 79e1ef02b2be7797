import { Button, CloseButton } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useId } from 'react';
import type { Task } from '../../../../model/entities/task.ts';
import { useAccount } from '../../../data/client.tsx';
import { useProject } from '../../../data/projects.ts';
import { taskCodeLink } from '../../../data/task-link.ts';
import { i18n } from '../../../i18n/i18n.ts';
import { SMALL_ICON } from '../../../ui/marks/icon.ts';
import { QrCode } from '../../../ui/marks/qr-code.tsx';
import { useModal } from '../../../ui/overlays/use-modal.ts';
import { useLightPrint } from '../../../ui/theme/use-light-print.ts';
import styles from './task-code.module.css';

interface Props {
  readonly task: Task;
  readonly onClose: () => void;
}

/** QR code of a task's address, to be scanned from the screen or from a printed sheet. */
export function TaskCode({ task, onClose }: Props) {
  useLightPrint();
  const dialog = useModal(onClose);
  const titleId = useId();
  const account = useAccount();
  const project = useProject(task.project);
  const slug = project?.slug;
  const link =
    account === undefined || slug === undefined
      ? undefined
      : taskCodeLink(slug, { task: task.id, organization: account.orgId });
  return (
    <dialog
      ref={dialog}
      className={styles['dialog']}
      aria-labelledby={titleId}
      data-own-escape
      data-printed
    >
      <div className={styles['head']}>
        <h2 id={titleId} className={styles['title']}>
          {i18n.t('Code of the task')}
        </h2>
        <CloseButton aria-label={i18n.t('Close')} onClick={onClose} />
      </div>
      <div className={styles['sheet']}>
        {link !== undefined && (
          <QrCode
            text={link}
            label={i18n.t('Code of {name}', { name: task.name })}
            className={styles['code']}
          />
        )}
        <p className={styles['name']}>{task.name}</p>
        <p className={styles['project']}>{project?.name}</p>
      </div>
      <p className={styles['hint']}>
        {i18n.t(
          'Scan it with "Scan a code" in Cairn, which also works offline, or with the camera of a phone.',
        )}
      </p>
      <div className={styles['actions']}>
        <Button
          data-autofocus
          leftSection={<IconPrinter {...SMALL_ICON} />}
          onClick={() => window.print()}
        >
          {i18n.t('Print')}
        </Button>
      </div>
    </dialog>
  );
}
