import { Menu } from '@mantine/core';
import {
  IconArchive,
  IconArrowBarDown,
  IconArrowBarUp,
  IconArrowRight,
  IconCalendar,
  IconChevronLeft,
  IconCircleCheck,
  IconCopy,
  IconCopyPlus,
  IconDeviceDesktop,
  IconEye,
  IconFlag,
  IconLink,
  IconPencil,
  IconSquareCheck,
  IconTag,
  IconTrash,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { Task } from '../../../../model/entities/task.ts';
import { withAllAccess } from '../../../../model/permissions/actor.ts';
import {
  mayCreateTask,
  mayDeleteTask,
  mayDirectTask,
  mayEditTask,
  mayManageCollaborators,
  mayMoveTask,
} from '../../../../model/permissions/task.ts';
import { mayCreateTemplate } from '../../../../model/permissions/task-template.ts';
import { i18n, message } from '../../../i18n/i18n.ts';
import { useAllowed } from '../../../data/client.tsx';
import { useEraseDays, useTaskDeletion } from '../../../data/deletion.ts';
import { deletionQuestion } from '../../../data/deletion-question.ts';
import { completionOf } from '../../../data/task-completion.ts';
import { useSaveTemplate } from '../../../data/task-templates.ts';
import { useKeepItem } from '../../../data/kept-here.ts';
import { useTaskEdits } from '../../../data/task-edits.ts';
import { useTaskPicker } from '../../../data/task-picker.ts';
import { moveFocus } from '../../../ui/focus/move-focus.ts';
import { keyOf } from '../../../ui/keys/shortcut-keys.ts';
import { useDialogs } from '../../../ui/overlays/dialogs.tsx';
import { type BoardData, useBoardActions } from '../board-context.ts';
import classes from './tile-menu.module.css';

interface Props {
  readonly task: Task;
  readonly data: BoardData;
}

const ICON = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

const ON_SCREEN = { shift: { crossAxis: true } } as const;

const PICKS = [
  {
    kind: 'assignee',
    label: message('Assignee'),
    keys: 'a',
    rule: mayDirectTask,
    icon: <IconUser {...ICON} />,
  },
  {
    kind: 'collaborators',
    label: message('Collaborators'),
    keys: 'o',
    rule: mayManageCollaborators,
    icon: <IconUsers {...ICON} />,
  },
  {
    kind: 'priority',
    label: message('Priority'),
    keys: 'p',
    rule: mayDirectTask,
    icon: <IconFlag {...ICON} />,
  },
  {
    kind: 'due',
    label: message('Due date'),
    keys: 'd',
    rule: mayEditTask,
    icon: <IconCalendar {...ICON} />,
  },
  {
    kind: 'start',
    label: message('Start date'),
    keys: 't',
    rule: mayEditTask,
    icon: <IconCalendar {...ICON} />,
  },
  {
    kind: 'label',
    label: message('Label'),
    keys: 'l',
    rule: mayDirectTask,
    icon: <IconTag {...ICON} />,
  },
  {
    kind: 'name',
    label: message('Rename'),
    keys: 'e',
    rule: mayEditTask,
    icon: <IconPencil {...ICON} />,
  },
] as const;

/** Menu of a tile; offers everything that a drag can do. */
export function TileMenu({ task, data }: Props) {
  const actions = useBoardActions();
  const [moving, setMoving] = useState(false);
  const [isBack, setBack] = useState(false);
  return (
    <Menu
      opened
      onChange={(opened) => {
        if (!opened) actions.openMenu(undefined);
      }}
      position="bottom-end"
      width={220}
      // Where it fits neither below nor above its button it covers the button.
      middlewares={ON_SCREEN}
      returnFocus={false}
      classNames={{ dropdown: classes.menu, item: classes.item }}
    >
      <Menu.Target>
        <button
          type="button"
          className={classes.anchor}
          aria-label={i18n.t('Actions')}
          tabIndex={-1}
        />
      </Menu.Target>
      <Menu.Dropdown>
        {moving ? (
          <MoveItems
            key="move"
            task={task}
            data={data}
            onBack={() => {
              setMoving(false);
              setBack(true);
            }}
          />
        ) : (
          <MainItems
            key="main"
            task={task}
            data={data}
            isBack={isBack}
            onMove={() => setMoving(true)}
          />
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

interface MainItemsProps extends Props {
  /** True after the stages: their item takes the focus again. */
  readonly isBack: boolean;
  readonly onMove: () => void;
}

function MainItems({ task, data, isBack, onMove }: MainItemsProps) {
  const actions = useBoardActions();
  const { actor } = data;
  const allowed = useAllowed();
  const picker = useTaskPicker();
  const edits = useTaskEdits();
  const completion = completionOf(task, actor);
  const keep = useKeepItem('task', task.id);
  // Without the access flag the click shows the alert (board spec, 6); without the right the item is absent.
  const may = (rule: typeof mayMoveTask) =>
    actor !== undefined && rule(withAllAccess(actor), task) === undefined;
  const move = async () => {
    if (await allowed((who) => mayMoveTask(who, task))) onMove();
    else actions.openMenu(undefined);
  };
  const save = useSaveTemplate();
  const saveTemplate = async () => {
    if (await allowed(mayCreateTemplate)) await save(task);
  };
  const duplicate = async () => {
    if (await allowed(mayCreateTask)) await edits.duplicate([task.id]);
  };
  const days = useEraseDays();
  const deletion = useTaskDeletion();
  const dialogs = useDialogs();
  const remove = async () => {
    if (!(await allowed((who) => mayDeleteTask(who, task)))) return;
    if (await dialogs.confirm(deletionQuestion(task, days))) await deletion.remove(task);
  };
  return (
    <>
      <Menu.Item
        leftSection={<IconEye {...ICON} />}
        rightSection={<Key>Enter</Key>}
        onClick={() => actions.open(task.id)}
      >
        {i18n.t('Open')}
      </Menu.Item>
      {may(mayMoveTask) && (
        <Menu.Item
          leftSection={<IconArrowRight {...ICON} />}
          rightSection={<Key>{keyOf('s')}</Key>}
          closeMenuOnClick={false}
          ref={isBack ? moveFocus : undefined}
          onClick={() => void move()}
        >
          {i18n.t('Move to...')}
        </Menu.Item>
      )}
      {completion.completer !== 'none' && (
        <Menu.Item leftSection={<IconCircleCheck {...ICON} />} onClick={() => actions.toggle(task)}>
          {toggleLabel(completion.completer, completion.ticked)}
        </Menu.Item>
      )}
      {PICKS.filter(({ rule }) => may(rule)).map(({ kind, label, keys, icon }) => (
        <Menu.Item
          key={kind}
          leftSection={icon}
          rightSection={<Key>{keyOf(keys)}</Key>}
          onClick={() => picker.open({ kind, tasks: [task.id] })}
        >
          {kind === 'label' && actor?.specialRole === true ? i18n.t('Sub-task') : i18n.t(label)}
        </Menu.Item>
      ))}
      <Menu.Divider />
      {may(mayCreateTask) && (
        <Menu.Item leftSection={<IconCopy {...ICON} />} onClick={() => void duplicate()}>
          {i18n.t('Duplicate')}
        </Menu.Item>
      )}
      {may(mayCreateTemplate) && (
        <Menu.Item leftSection={<IconCopyPlus {...ICON} />} onClick={() => void saveTemplate()}>
          {i18n.t('Save as template')}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconLink {...ICON} />} onClick={() => actions.copyLink(task.id)}>
        {i18n.t('Copy link')}
      </Menu.Item>
      <Menu.Item leftSection={<IconDeviceDesktop {...ICON} />} onClick={keep.toggle}>
        {keep.label}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconSquareCheck {...ICON} />}
        rightSection={<Key>{keyOf('x')}</Key>}
        onClick={() => actions.choose(task.id)}
      >
        {i18n.t('Select')}
      </Menu.Item>
      {may(mayDirectTask) && (
        <>
          <Menu.Divider />
          <Menu.Item leftSection={<IconArchive {...ICON} />} onClick={() => actions.archive(task)}>
            {i18n.t('Archive')}
          </Menu.Item>
        </>
      )}
      {may(mayDeleteTask) && (
        <Menu.Item leftSection={<IconTrash {...ICON} />} onClick={() => void remove()}>
          {i18n.t('Delete')}
        </Menu.Item>
      )}
    </>
  );
}

/** Key that does the same on the focused tile; letters can be changed. */
function Key({ children }: { readonly children: string }) {
  return (
    <kbd className={classes.keys} aria-hidden>
      {children.length === 1 ? children.toUpperCase() : children}
    </kbd>
  );
}

function MoveItems({ task, data, onBack }: Props & { readonly onBack: () => void }) {
  const actions = useBoardActions();
  const others = data.cards.filter((card) => card.id !== task.card);
  return (
    <>
      <Menu.Item
        leftSection={<IconChevronLeft {...ICON} />}
        closeMenuOnClick={false}
        onClick={onBack}
      >
        {i18n.t('Back')}
      </Menu.Item>
      <Menu.Label>{i18n.t('Move to...')}</Menu.Label>
      <div className={classes.cards}>
        {others.map((card, n) => (
          <Menu.Item
            key={card.id}
            // The chosen item is gone, and the keys belong to this list.
            ref={n === 0 ? moveFocus : undefined}
            onClick={() => actions.moveTo(task, card.id, 'top')}
          >
            {card.name}
          </Menu.Item>
        ))}
      </div>
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconArrowBarUp {...ICON} />}
        ref={others.length === 0 ? moveFocus : undefined}
        onClick={() => actions.moveTo(task, task.card, 'top')}
      >
        {i18n.t('Top of this card')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconArrowBarDown {...ICON} />}
        onClick={() => actions.moveTo(task, task.card, 'bottom')}
      >
        {i18n.t('Bottom of this card')}
      </Menu.Item>
    </>
  );
}

function toggleLabel(panel: 'creator' | 'assignee', ticked: boolean): string {
  if (panel === 'creator') {
    return ticked ? i18n.t('Mark as not completed') : i18n.t('Mark as completed');
  }
  return ticked ? i18n.t('Mark as not done by me') : i18n.t('Mark as done by me');
}
