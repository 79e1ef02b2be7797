import { Menu } from '@mantine/core';
import { IconArchive, IconCards, IconTag, IconUsers } from '@tabler/icons-react';
import { isAdministrative } from '../../../model/permissions/actor.ts';
import type { BoardFacts } from './board-context.ts';
import type { Side } from './side.ts';
import classes from './board.module.css';

interface Props {
  readonly facts: BoardFacts;
  readonly onMembers: () => void;
  readonly onOpen: (side: Side) => void;
}

const ICON = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

/** What the menu of a board offers (board spec, 2); Archived Cards is for levels 1 to 3. */
export function TopMenuItems({ facts, onMembers, onOpen }: Props) {
  const administrative = facts.actor !== undefined && isAdministrative(facts.actor);
  return (
    <>
      <Menu.Item leftSection={<IconArchive {...ICON} />} onClick={() => onOpen({ kind: 'tasks' })}>
        Archived Tasks
      </Menu.Item>
      {administrative && (
        <Menu.Item leftSection={<IconCards {...ICON} />} onClick={() => onOpen({ kind: 'cards' })}>
          Archived Cards
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Item leftSection={<IconTag {...ICON} />} onClick={() => onOpen({ kind: 'labels' })}>
        {facts.actor?.specialRole === true ? 'Sub-tasks' : 'Labels'}
      </Menu.Item>
      <Menu.Item
        className={classes.membersItem}
        leftSection={<IconUsers {...ICON} />}
        onClick={onMembers}
      >
        Members
      </Menu.Item>
    </>
  );
}
