import { Button, CloseButton, Menu } from '@mantine/core';
import {
  IconArchive,
  IconArrowRight,
  IconCalendar,
  IconCircleCheck,
  IconCopy,
  IconDots,
  IconFlag,
  IconTag,
  IconTrash,
  IconUser,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react';
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import { i18n, message } from '../../../i18n/i18n.ts';
import { bulkMessage } from '../../../data/bulk-messages.ts';
import { useEraseDays } from '../../../data/deletion.ts';
import { deletionQuestion } from '../../../data/deletion-question.ts';
import { useReportBulk } from '../../../data/bulk-report.ts';
import { type BulkResult, useBulkTasks, useHiddenTasks } from '../../../data/bulk-tasks.ts';
import type { AppliedFilter } from '../../../data/task-filter.ts';
import { useTaskPicker } from '../../../data/task-picker.ts';
import { useDialogs } from '../../../ui/overlays/dialogs.tsx';
import { useEscape } from '../../../ui/focus/use-escape.tsx';
import { showToast } from '../../../ui/overlays/toasts.tsx';
import { useRootMark } from '../../../ui/overlays/use-root-mark.ts';
import type { BoardData } from '../board-context.ts';
import classes from './selection-bar.module.css';
import type { Selection } from './use-selection.ts';

interface Props {
  readonly data: BoardData;
  readonly filter: AppliedFilter | undefined;
  readonly selection: Selection;
}

const ICON = { size: 18, stroke: 1.5, 'aria-hidden': true } as const;
/** Pickers in the bar; the wide ones are in the menu on phones. */
const PICKS = [
  { kind: 'assignee', label: message('Assign'), icon: <IconUser {...ICON} />, isWide: false },
  { kind: 'priority', label: message('Priority'), icon: <IconFlag {...ICON} />, isWide: false },
  { kind: 'due', label: message('Due date'), icon: <IconCalendar {...ICON} />, isWide: true },
  { kind: 'label', label: message('Label'), icon: <IconTag {...ICON} />, isWide: true },
] as const;
/** Pickers in its menu. */
const FURTHER_PICKS = [
  { kind: 'further-assignee', label: message('Add an assignee'), icon: <IconUserPlus {...ICON} /> },
  { kind: 'collaborators', label: message('Collaborators'), icon: <IconUsers {...ICON} /> },
  { kind: 'start', label: message('Start date'), icon: <IconCalendar {...ICON} /> },
] as const;
/** Time within which a moved task has to be rendered at its new position. Milliseconds. */
const SETTLE = 1000;

/** Number of selected tasks, and the actions on them. Escape clears the selection. */
export function SelectionBar({ data, filter, selection }: Props) {
  const bar = useRef<HTMLDivElement>(null);
  const ids = useMemo(() => [...selection.ids], [selection.ids]);
  const hidden = useHiddenTasks(ids, data.cards, filter);
  const bulk = useBulkTasks();
  const picker = useTaskPicker();
  const run = useBulkRun(selection, bar);
  useEscape(selection.clear);
  useRootMark('footBars');
  const { whenDropped, remove } = selection;
  useEffect(
    () =>
      whenDropped(async (cardId, between) => {
        const card = data.cards.find(({ id }) => id === cardId);
        const what =
          card === undefined
            ? i18n.t('moved to a card')
            : i18n.t('moved to {name}', { name: card.name });
        return await run(bulk.place(ids, cardId, between), what);
      }),
    [whenDropped, bulk, ids, data.cards, run],
  );
  useEffect(() => {
    // A colleague may have archived or changed some of them: hidden tasks leave the selection.
    if (hidden !== undefined && hidden.length > 0) remove(hidden);
  }, [hidden, remove]);
  return (
    <div ref={bar} className={classes.bar} role="toolbar" aria-label={i18n.t('Selected tasks')}>
      <CloseButton aria-label={i18n.t('Clear the selection')} onClick={selection.clear} />
      <output className={classes.count}>{i18n.t('{count} selected', { count: ids.length })}</output>
      <Choice
        label={i18n.t('Move')}
        icon={<IconArrowRight {...ICON} />}
        title={i18n.t('Move to...')}
      >
        {data.cards.map((card) => (
          <Menu.Item
            key={card.id}
            onClick={() =>
              void run(bulk.move(ids, card.id), i18n.t('moved to {name}', { name: card.name }))
            }
          >
            {card.name}
          </Menu.Item>
        ))}
      </Choice>
      {PICKS.map(({ kind, label, icon, isWide }) => (
        <Button
          key={kind}
          variant="subtle"
          color="gray"
          className={classes.action}
          data-wide={isWide || undefined}
          leftSection={icon}
          onClick={() => picker.open({ kind, tasks: ids })}
        >
          {i18n.t(label)}
        </Button>
      ))}
      <Choice label={i18n.t('More')} icon={<IconDots {...ICON} />} title={i18n.t('More')}>
        {PICKS.filter(({ isWide }) => isWide).map(({ kind, label, icon }) => (
          <Menu.Item
            key={kind}
            data-narrow
            leftSection={icon}
            onClick={() => picker.open({ kind, tasks: ids })}
          >
            {i18n.t(label)}
          </Menu.Item>
        ))}
        {FURTHER_PICKS.map(({ kind, label, icon }) => (
          <Menu.Item
            key={kind}
            leftSection={icon}
            onClick={() => picker.open({ kind, tasks: ids })}
          >
            {i18n.t(label)}
          </Menu.Item>
        ))}
        <Menu.Item
          leftSection={<IconCircleCheck {...ICON} />}
          onClick={() => void run(bulk.complete(ids), i18n.t('marked as done'))}
        >
          {i18n.t('Mark as done')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconCopy {...ICON} />}
          onClick={() => void run(bulk.duplicate(ids), i18n.t('duplicated'))}
        >
          {i18n.t('Duplicate')}
        </Menu.Item>
        <Menu.Item
          data-narrow
          leftSection={<IconArchive {...ICON} />}
          onClick={() => void run(bulk.archive(ids), i18n.t('archived'))}
        >
          {i18n.t('Archive')}
        </Menu.Item>
        <DeleteItem
          count={ids.length}
          onDelete={() => void run(bulk.remove(ids), i18n.t('deleted'))}
        />
      </Choice>
      <Button
        variant="subtle"
        color="gray"
        className={classes.action}
        data-wide
        leftSection={<IconArchive {...ICON} />}
        onClick={() => void run(bulk.archive(ids), i18n.t('archived'))}
      >
        {i18n.t('Archive')}
      </Button>
    </div>
  );
}

interface DeleteItemProps {
  readonly count: number;
  readonly onDelete: () => void;
}

/** Deletes the selected tasks after a question. */
function DeleteItem({ count, onDelete }: DeleteItemProps) {
  const days = useEraseDays();
  const dialogs = useDialogs();
  const ask = async () => {
    if (await dialogs.confirm(deletionQuestion(count, days))) onDelete();
  };
  return (
    <Menu.Item leftSection={<IconTrash {...ICON} />} onClick={() => void ask()}>
      {i18n.t('Delete')}
    </Menu.Item>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly title: string;
  readonly children: ReactNode;
}

function Choice({ label, icon, title, children }: ChoiceProps) {
  return (
    <Menu position="top" width={220}>
      <Menu.Target>
        <Button variant="subtle" color="gray" className={classes.action} leftSection={icon}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{title}</Menu.Label>
        <div className={classes.choices}>{children}</div>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Shows the result, clears the selection and focuses the first task. True when something was changed. */
function useBulkRun({ clear }: Selection, bar: { readonly current: HTMLElement | null }) {
  const report = useReportBulk();
  return useCallback(
    async (work: Promise<BulkResult>, what: string): Promise<boolean> => {
      const result = await work;
      const hadFocus = isOwn(document.activeElement, bar.current);
      if (!(await report(result, { many: what }))) {
        if (result.left === 0) showToast({ message: bulkMessage(result, what), kind: 'info' });
        return false;
      }
      clear();
      if (hadFocus) focusTask(result.done[0]?.id ?? '');
      return true;
    },
    [report, clear, bar],
  );
}

/** True when the focus is in the bar, in one of its menus, or nowhere because a menu has just closed. */
function isOwn(focused: Element | null, bar: Element | null): boolean {
  if (focused === null || focused === document.body) return true;
  return bar?.contains(focused) === true || focused.closest('[role="menu"]') !== null;
}

/**
 * Focuses the first selected task at its new position, or the board's first task when it is gone. The old
 * element is removed shortly after the write: the focus lost with it is restored.
 */
function focusTask(id: string, until = performance.now() + SETTLE): void {
  requestAnimationFrame(() => {
    const focused = document.activeElement;
    const isLost = isOwn(focused, document.querySelector('[role="toolbar"]'));
    const isThere = focused instanceof HTMLElement && focused.dataset['taskName'] === id;
    const isOver = performance.now() > until;
    const task = document.querySelector<HTMLElement>(`[data-task-name="${CSS.escape(id)}"]`);
    const other = isOver ? document.querySelector<HTMLElement>('[data-task-name]') : null;
    if (isLost) (task ?? other)?.focus({ preventScroll: true });
    if (!isOver && (isLost || isThere)) focusTask(id, until);
  });
}
