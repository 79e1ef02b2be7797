import { ActionIcon, Menu } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconCopyPlus,
  IconDeviceDesktop,
  IconDots,
  IconLink,
  IconPencil,
  IconQrcode,
  IconTrash,
} from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import type { Task } from '../../../model/entities/task.ts';
import { mayDeleteTask, mayDirectTask, mayEditTask } from '../../../model/permissions/task.ts';
import { mayCreateTemplate } from '../../../model/permissions/task-template.ts';
import { isDeleted } from '../../../model/shared/erasure.ts';
import { useKeepItem } from '../../data/kept-here.ts';
import { useAllowed } from '../../data/client.tsx';
import { useSaveTemplate } from '../../data/task-templates.ts';
import { useArchiveTask } from '../../data/archive-task.ts';
import { useReturnTask } from '../../data/return-task.ts';
import { useEraseDays, useTaskDeletion } from '../../data/deletion.ts';
import { deletionQuestion } from '../../data/deletion-question.ts';
import { i18n } from '../../i18n/i18n.ts';
import { moveFocus } from '../../ui/focus/move-focus.ts';
import { useDialogs } from '../../ui/overlays/dialogs.tsx';
import { showToast } from '../../ui/overlays/toasts.tsx';
import { usePermissionMessage } from './use-permission-message.ts';
import { prefetch } from '../../ui/prefetch.ts';

const { Component: TaskCode } = prefetch(
  async () => (await import('./code/task-code.tsx')).TaskCode,
);

interface Props {
  readonly task: Task;
  /** True after the form was closed: the button that opened it takes the focus. */
  readonly isBackFromEdit: boolean;
  readonly onEdit: () => void;
  readonly onCopyLink: () => void;
  readonly onArchived: () => void;
}

const ICON = { size: 18, stroke: 1.5, 'aria-hidden': true } as const;
/** Duration of the "unarchived" toast (board spec, 8). Milliseconds. */
const DURATION = 3000;

/** Edit, copy link, show code, archive and unarchive. */
export function TaskActions({ task, isBackFromEdit, onEdit, onCopyLink, onArchived }: Props) {
  const allowed = useAllowed();
  const archive = useArchiveTask();
  const back = useReturnTask();
  const permissionMessage = usePermissionMessage(task);
  const directs = permissionMessage(mayDirectTask);
  const save = useSaveTemplate();
  const saveTemplate = async () => {
    if (await allowed(mayCreateTemplate)) await save(task);
  };
  const change = async () => {
    if (directs.blocked !== undefined && !task.status) {
      directs.blocked();
      showToast({
        message: i18n.t('Permission required to unarchive task.'),
        kind: 'error',
        duration: DURATION,
      });
      return;
    }
    if (task.status) {
      if (await archive(task.id, false, { undo: () => archive(task.id, true) })) onArchived();
      return;
    }
    await back.unarchive(task, { undo: () => archive(task.id, false), duration: DURATION });
  };
  const [isCodeShown, setCodeShown] = useState(false);
  const deletes = permissionMessage(mayDeleteTask);
  const deletion = useTaskDeletion();
  const days = useEraseDays();
  const dialogs = useDialogs();
  const remove = async () => {
    if (!(await allowed((who) => mayDeleteTask(who, task)))) return;
    if (isDeleted(task)) await back.restore(task);
    else if (
      (await dialogs.confirm(deletionQuestion(task, days))) &&
      (await deletion.remove(task))
    ) {
      onArchived();
    }
  };
  const keep = useKeepItem('task', task.id);
  return (
    <>
      {permissionMessage(mayEditTask).offered && (
        <ActionIcon
          aria-label={i18n.t('Edit task')}
          ref={isBackFromEdit ? moveFocus : undefined}
          onClick={async () => {
            if (await allowed((who) => mayEditTask(who, task))) onEdit();
          }}
        >
          <IconPencil {...ICON} />
        </ActionIcon>
      )}
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon aria-label={i18n.t('More for this task')}>
            <IconDots {...ICON} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconLink {...ICON} size={16} />} onClick={onCopyLink}>
            {i18n.t('Copy link')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconQrcode {...ICON} size={16} />}
            onClick={() => setCodeShown(true)}
          >
            {i18n.t('Show code')}
          </Menu.Item>
          <Menu.Item leftSection={<IconDeviceDesktop {...ICON} size={16} />} onClick={keep.toggle}>
            {keep.label}
          </Menu.Item>
          {task.status && (
            <Menu.Item leftSection={<IconCopyPlus {...ICON} size={16} />} onClick={saveTemplate}>
              {i18n.t('Save as template')}
            </Menu.Item>
          )}
          {directs.offered && !isDeleted(task) && (
            <Menu.Item
              leftSection={
                task.status ? (
                  <IconArchive {...ICON} size={16} />
                ) : (
                  <IconArchiveOff {...ICON} size={16} />
                )
              }
              onClick={() => void change()}
            >
              {task.status ? i18n.t('Archive') : i18n.t('Unarchive')}
            </Menu.Item>
          )}
          {deletes.offered && (
            <Menu.Item
              leftSection={
                isDeleted(task) ? (
                  <IconArchiveOff {...ICON} size={16} />
                ) : (
                  <IconTrash {...ICON} size={16} />
                )
              }
              onClick={() => void remove()}
            >
              {isDeleted(task) ? i18n.t('Restore') : i18n.t('Delete')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isCodeShown && (
        <Suspense>
          <TaskCode task={task} onClose={() => setCodeShown(false)} />
        </Suspense>
      )}
    </>
  );
}
