import { Button, CloseButton } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import encodeQR from 'qr';
import { useId, useMemo } from 'react';
import type { Task } from '../../../../model/entities/task.ts';
import { useAccount } from '../../../data/client.tsx';
import { useProject } from '../../../data/projects.ts';
import { taskCodeLink } from '../../../data/task-link.ts';
import { i18n } from '../../../i18n/i18n.ts';
import { SMALL_ICON } from '../../../ui/marks/icon.ts';
import { useModal } from '../../../ui/overlays/use-modal.ts';
import styles from './task-code.module.css';

interface Props {
  readonly task: Task;
  readonly onClose: () => void;
}

/** QR code of a task's address, to be scanned from the screen or from a printed sheet. */
export function TaskCode({ task, onClose }: Props) {
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
        {link !== undefined && <Code link={link} name={task.name} />}
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

function Code({ link, name }: { readonly link: string; readonly name: string }) {
  const { size, path } = useMemo(() => drawing(link), [link]);
  return (
    <svg
      className={styles['code']}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={i18n.t('Code of {name}', { name })}
      shapeRendering="crispEdges"
    >
      <path d={`M0 0h${size}v${size}H0z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** The dark modules as one path; the quiet zone of four modules is part of the drawing (ISO/IEC 18004, 6.3.8). */
function drawing(text: string): { readonly size: number; readonly path: string } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 });
  const path = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { size: rows.length, path: path.join('') };
}
