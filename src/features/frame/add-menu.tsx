import { UnstyledButton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Suspense, useEffect } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { ICON } from '../../ui/marks/icon.ts';
import { MenuButton } from '../../ui/overlays/menu-button.tsx';
import { loadWhenIdle, prefetch } from '../../ui/prefetch.ts';
import styles from './add-menu.module.css';

const items = prefetch(async () => (await import('./add-items.tsx')).AddItems);
const { Component: AddItems } = items;

interface AddMenuProps {
  /** `rail`: in the rail of a wide screen; `bar`: in the middle of a phone's bottom bar. */
  readonly place: 'rail' | 'bar';
  readonly onNewTask: () => void;
}

/** Add button: a task, and the two personal tools (board spec, 2 "Global overlays"). */
export function AddMenu({ place, onNewTask }: AddMenuProps) {
  useEffect(() => loadWhenIdle([items]), []);
  return (
    <MenuButton
      position={place === 'rail' ? 'right-end' : 'top'}
      width={160}
      offset={10}
      button={(opener) => (
        <UnstyledButton
          {...opener}
          className={styles['button']}
          data-place={place}
          aria-label={i18n.t('Add a task, todo or note')}
        >
          <IconPlus {...ICON} size={place === 'rail' ? 20 : 24} />
        </UnstyledButton>
      )}
    >
      <Suspense>
        <AddItems onNewTask={onNewTask} />
      </Suspense>
    </MenuButton>
  );
}
