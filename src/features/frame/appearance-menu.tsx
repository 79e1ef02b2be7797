import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconPalette } from '@tabler/icons-react';
import { Suspense, useEffect } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { ICON } from '../../ui/marks/icon.ts';
import { prefetch, loadWhenIdle } from '../../ui/prefetch.ts';

const items = prefetch(async () => (await import('./appearance-items.tsx')).AppearanceItems);
const { Component: AppearanceItems } = items;

/** Menu for the theme colour and the colour scheme; both apply at once and are stored on this device. */
export function AppearanceMenu() {
  useEffect(() => loadWhenIdle([items]), []);
  return (
    <Menu position="bottom-end" width={210} closeOnItemClick={false}>
      <Menu.Target>
        <Tooltip label={i18n.t('Appearance')}>
          <ActionIcon size="lg" aria-label={i18n.t('Appearance')}>
            <IconPalette {...ICON} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Suspense>
          <AppearanceItems />
        </Suspense>
      </Menu.Dropdown>
    </Menu>
  );
}
