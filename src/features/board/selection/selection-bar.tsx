import { Button, CloseButton, Menu } from '@mantine/core';
import { IconArchive, IconArrowRight, IconFlag, IconUser } from '@tabler/icons-react';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import {
  type BulkResult,
  useBulkTasks,
  useHiddenTasks,
  useUndoBulk,
} from '../../../data/bulk-tasks.ts';
import { useShowRefusal } from '../../../data/client.tsx';
import { useOfferedFlags } from '../../../data/flags.ts';
import { useMembers } from '../../../data/members.ts';
import { useShowSuccess } from '../../../data/success.tsx';
import type { AppliedFilter } from '../../../data/task-filter.ts';
import { useEscape } from '../../../ui/focus/use-escape.tsx';
import { FlagMark } from '../../../ui/marks/flag-mark.tsx';
import { PersonAvatar } from '../../../ui/marks/person-avatar.tsx';
import { showToast } from '../../../ui/overlays/toasts.tsx';
import { useRootMark } from '../../../ui/overlays/use-root-mark.ts';
import type { BoardData } from '../board-context.ts';
import { bulkMessage } from './bulk-messages.ts';
import classes from './selection-bar.module.css';
import type { Selection } from './use-selection.ts';

interface Props {
  readonly project: string;
  readonly data: BoardData;
  readonly filter: AppliedFilter | undefined;
  readonly selection: Selection;
}

const ICON = { size: 18, stroke: 1.5, 'aria-hidden': true } as const;
/** From this number of people on, they are searched by name. */
const MANY = 8;
/** Time within which a moved task has to be rendered at its new position. Milliseconds. */
const SETTLE = 1000;

/** Number of selected tasks, and the actions on them. Escape clears the selection. */
export function SelectionBar({ project, data, filter, selection }: Props) {
  const bar = useRef<HTMLDivElement>(null);
  const ids = useMemo(() => [...selection.ids], [selection.ids]);
  const hidden = useHiddenTasks(ids, data.cards, filter);
  const bulk = useBulkTasks();
  const flags = useOfferedFlags();
  const run = useBulkRun(selection, bar);
  useEscape(selection.clear);
  useRootMark('footBars');
  const { whenDropped, remove } = selection;
  useEffect(
    () =>
      whenDropped(async (cardId, between) => {
        const card = data.cards.find(({ id }) => id === cardId);
        return await run(bulk.place(ids, cardId, between), `moved to ${card?.name ?? 'a card'}`);
      }),
    [whenDropped, bulk, ids, data.cards, run],
  );
  useEffect(() => {
    // A colleague may have archived or changed some of them: hidden tasks leave the selection.
    if (hidden !== undefined && hidden.length > 0) remove(hidden);
  }, [hidden, remove]);
  return (
    <div ref={bar} className={classes.bar} role="toolbar" aria-label="Selected tasks">
      <CloseButton aria-label="Clear the selection" onClick={selection.clear} />
      <output className={classes.count}>{ids.length} selected</output>
      <Choice label="Move" icon={<IconArrowRight {...ICON} />} title="Move to...">
        {data.cards.map((card) => (
          <Menu.Item
            key={card.id}
            onClick={() => void run(bulk.move(ids, card.id), `moved to ${card.name}`)}
          >
            {card.name}
          </Menu.Item>
        ))}
      </Choice>
      <Choice label="Assign" icon={<IconUser {...ICON} />} title="Assign to">
        <People
          project={project}
          onChoose={(person, name) => void run(bulk.assign(ids, person), `assigned to ${name}`)}
        />
      </Choice>
      <Choice label="Priority" icon={<IconFlag {...ICON} />} title="Priority">
        {flags.map((flag) => (
          <Menu.Item
            key={flag.id}
            leftSection={<FlagMark name={flag.name} colour={flag.colour_code} />}
            onClick={() => void run(bulk.flag(ids, flag.id), `set to ${flag.name}`)}
          >
            {flag.name}
          </Menu.Item>
        ))}
      </Choice>
      <Button
        variant="subtle"
        color="gray"
        className={classes.action}
        leftSection={<IconArchive {...ICON} />}
        onClick={() => void run(bulk.archive(ids), 'archived')}
      >
        Archive
      </Button>
    </div>
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

interface PeopleProps {
  readonly project: string;
  readonly onChoose: (person: string, name: string) => void;
}

function People({ project, onChoose }: PeopleProps) {
  const members = (useMembers(project) ?? []).filter(({ person }) => person.active);
  const [text, setText] = useState('');
  const found = members.filter(({ person }) =>
    person.display_name.toLowerCase().includes(text.trim().toLowerCase()),
  );
  return (
    <>
      {members.length > MANY && (
        <Menu.Search
          aria-label="Find a team member"
          placeholder="Find a team member"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {found.map(({ person: { id, display_name } }) => (
        <Menu.Item
          key={id}
          leftSection={<PersonAvatar name={display_name} size={20} tooltip={false} />}
          onClick={() => onChoose(id, display_name)}
        >
          {display_name}
        </Menu.Item>
      ))}
      {found.length === 0 && <Menu.Item disabled>No team member of this name</Menu.Item>}
    </>
  );
}

/** One toast with one Undo for the whole change, including the number left out. True when something was changed. */
function useBulkRun({ clear }: Selection, bar: { readonly current: HTMLElement | null }) {
  const showSuccess = useShowSuccess();
  const undoBulk = useUndoBulk();
  const showRefusal = useShowRefusal();
  return useCallback(
    async (work: Promise<BulkResult>, what: string): Promise<boolean> => {
      const result = await work;
      const message = bulkMessage(result, what);
      if (result.done.length === 0) {
        if (result.reasons.length > 0) await showRefusal(result.reasons.join('\n'));
        else if (result.left === 0) showToast({ message, kind: 'info' });
        return false;
      }
      const hadFocus = isOwn(document.activeElement, bar.current);
      const first = result.done[0]?.id ?? '';
      showSuccess({ message, undo: () => void undoBulk(result) });
      clear();
      if (hadFocus) focusTask(first);
      return true;
    },
    [showSuccess, undoBulk, showRefusal, clear, bar],
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
