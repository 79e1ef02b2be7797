import { ActionIcon } from '@mantine/core';
import { IconPalette } from '@tabler/icons-react';
import { Suspense, useEffect } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { ICON } from '../../ui/marks/icon.ts';
import { MenuButton } from '../../ui/overlays/menu-button.tsx';
import { prefetch, loadWhenIdle } from '../../ui/prefetch.ts';

const items = prefetch(async () => (await import('./appearance-items.tsx')).AppearanceItems);
const { Component: AppearanceItems } = items;

/** Menu for the theme colour and the colour scheme; both apply at once and are stored on this device. */
export function AppearanceMenu() {
  useEffect(() => loadWhenIdle([items]), []);
  return (
    <MenuButton
      position="bottom-end"
      width={210}
      closeOnItemClick={false}
      button={(opener) => (
        <ActionIcon
          {...opener}
          size="lg"
          aria-label={i18n.t('Appearance')}
          data-tip={i18n.t('Appearance')}
        >
          <IconPalette {...ICON} />
        </ActionIcon>
      )}
    >
      <Suspense>
        <AppearanceItems />
      </Suspense>
    </MenuButton>
  );
}
