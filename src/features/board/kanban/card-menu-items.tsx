import { Menu } from '@mantine/core';
import {
  IconArchive,
  IconChevronLeft,
  IconChevronRight,
  IconPlus,
  IconSquareCheck,
  IconUsersPlus,
} from '@tabler/icons-react';
import type { Card } from '../../../../model/entities/card.ts';
import { useBoardActions } from '../board-context.ts';
import classes from './column.module.css';
import { useCardActions } from './use-card-actions.ts';

interface Props {
  readonly card: Card;
  readonly cards: readonly Card[];
  readonly administrative: boolean;
  readonly onAddTask: (card: Card, multi: boolean) => void;
}

const ICON = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

/** Items of a column's menu (board spec, 2); levels 1 to 3 also move and archive it. */
export function CardMenuItems({ card, cards, administrative, onAddTask }: Props) {
  const { archive, moveBy } = useCardActions(cards);
  const { chooseAll } = useBoardActions();
  const index = cards.findIndex((one) => one.id === card.id);
  return (
    <>
      <Menu.Item leftSection={<IconPlus {...ICON} />} onClick={() => onAddTask(card, false)}>
        Add Task
      </Menu.Item>
      <Menu.Item leftSection={<IconUsersPlus {...ICON} />} onClick={() => onAddTask(card, true)}>
        Multi User Task
      </Menu.Item>
      <Menu.Item leftSection={<IconSquareCheck {...ICON} />} onClick={() => chooseAll(card.id)}>
        Select all tasks
      </Menu.Item>
      {administrative && (
        <>
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconChevronLeft {...ICON} />}
            rightSection={<Keys>Alt ←</Keys>}
            disabled={index <= 0}
            onClick={() => void moveBy(card, -1)}
          >
            Move left
          </Menu.Item>
          <Menu.Item
            leftSection={<IconChevronRight {...ICON} />}
            rightSection={<Keys>Alt →</Keys>}
            disabled={index === cards.length - 1}
            onClick={() => void moveBy(card, 1)}
          >
            Move right
          </Menu.Item>
          <Menu.Item leftSection={<IconArchive {...ICON} />} onClick={() => void archive(card)}>
            Archive
          </Menu.Item>
        </>
      )}
    </>
  );
}

function Keys({ children }: { readonly children: string }) {
  return (
    <kbd className={classes.keys} aria-hidden>
      {children}
    </kbd>
  );
}
