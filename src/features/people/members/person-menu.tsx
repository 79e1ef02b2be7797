import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useRef } from 'react';
import type { OrgUser } from '../../../../model/entities/org-user.ts';
import { mayManageLevel, mayResetFactors } from '../../../../model/permissions/person.ts';
import { useActor } from '../../../data/client.tsx';
import { i18n } from '../../../i18n/i18n.ts';
import { restoreLostFocus } from '../../../ui/focus/move-focus.ts';
import { ICON } from '../../../ui/marks/icon.ts';
import { useResetFactors } from './use-reset-factors.ts';
import { useSetActive } from './use-set-active.ts';

interface PersonMenuProps {
  readonly person: OrgUser;
  /** Name of the person's level. */
  readonly level: string;
  readonly onEdit: () => void;
}

/** Actions on a person. */
export function PersonMenu({ person, level, onEdit }: PersonMenuProps) {
  const actor = useActor();
  const setActive = useSetActive();
  const resetFactors = useResetFactors();
  const button = useRef<HTMLButtonElement>(null);
  // The question takes the focus from an item of the menu, which is closed when it returns it.
  const run = async (work: Promise<void>) => {
    await work;
    requestAnimationFrame(() => restoreLostFocus(button.current));
  };
  const isClosed =
    actor === undefined ||
    person.id === actor.orgUserId ||
    mayManageLevel(actor, level) !== undefined;
  return (
    <Menu position="bottom-end" width={220} withinPortal>
      <Menu.Target>
        <ActionIcon
          ref={button}
          variant="subtle"
          color="gray"
          aria-label={i18n.t('Actions for {name}', { name: person.display_name })}
        >
          <IconDots {...ICON} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onEdit}>{i18n.t('Edit user')}</Menu.Item>
        {isClosed || !person.joined || mayResetFactors(actor, { isSelf: false }) ? null : (
          <Menu.Item onClick={() => void run(resetFactors(person))}>
            {i18n.t('Reset two-step sign-in')}
          </Menu.Item>
        )}
        {isClosed ? null : (
          <Menu.Item
            {...(person.active ? { color: 'red' } : {})}
            onClick={() => void run(setActive(person, !person.active, { level }))}
          >
            {person.active ? i18n.t('Deactivate user') : i18n.t('Reactivate user')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
