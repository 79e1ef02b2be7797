import { Menu } from '@mantine/core';
import {
  IconActivity,
  IconDeviceDesktop,
  IconDownload,
  IconFileImport,
  IconFileZip,
  IconLogout,
  IconUser,
} from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { PanelName } from '../../data/app-search.ts';
import { useInstallation } from '../../data/install.ts';
import { useMe } from '../../data/people.ts';
import { i18n } from '../../i18n/i18n.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import { showSteps } from '../../ui/overlays/show-steps.ts';

/** Items of the account menu; loaded apart from the frame. */
export function AccountItems({ onSignOut }: { readonly onSignOut: () => void }) {
  const navigate = useNavigate();
  const installation = useInstallation();
  const me = useMe();
  const open = (panel: PanelName) =>
    void navigate({ to: '.', search: (before) => ({ ...before, panel }) });
  return (
    <>
      <Menu.Label>{me?.email ?? ''}</Menu.Label>
      <Menu.Item component={Link} to="/profilepage" leftSection={<IconUser {...SMALL_ICON} />}>
        {i18n.t('Profile')}
      </Menu.Item>
      <Menu.Item
        component={Link}
        to="/ready-for-offline"
        leftSection={<IconDeviceDesktop {...SMALL_ICON} />}
      >
        {i18n.t('Ready for offline')}
      </Menu.Item>
      <Menu.Item component={Link} to="/testingview" leftSection={<IconActivity {...SMALL_ICON} />}>
        {i18n.t('Diagnostics')}
      </Menu.Item>
      <Menu.Item leftSection={<IconFileZip {...SMALL_ICON} />} onClick={() => open('export')}>
        {i18n.t('Export')}
      </Menu.Item>
      <Menu.Item leftSection={<IconFileImport {...SMALL_ICON} />} onClick={() => open('import')}>
        {i18n.t('Import')}
      </Menu.Item>
      {installation === undefined ? null : (
        <Menu.Item
          leftSection={<IconDownload {...SMALL_ICON} />}
          onClick={() =>
            installation.kind === 'question' ? installation.open() : showSteps(installation.text)
          }
        >
          {i18n.t('Install Cairn')}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconLogout {...SMALL_ICON} />} onClick={onSignOut}>
        {i18n.t('Logout')}
      </Menu.Item>
    </>
  );
}
