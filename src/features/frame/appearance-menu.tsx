import { ActionIcon, Menu, Tooltip, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconMoon, IconPalette, IconSun } from '@tabler/icons-react';
import { PALETTES, THEME_COLOURS } from '../../ui/theme/colours.ts';
import { useThemeColour } from '../../ui/theme/theme-provider.tsx';
import { ICON, SMALL_ICON } from '../../ui/icon.ts';
import styles from './appearance-menu.module.css';

const SCHEMES = [
  { value: 'light', label: 'Light', icon: <IconSun {...SMALL_ICON} /> },
  { value: 'dark', label: 'Dark', icon: <IconMoon {...SMALL_ICON} /> },
  { value: 'auto', label: 'Like the system', icon: <IconDeviceDesktop {...SMALL_ICON} /> },
] as const;

/** Theme colour and light or dark; both apply at once and are remembered on this device. */
export function AppearanceMenu() {
  const { colour, setColour } = useThemeColour();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="bottom-end" width={210} closeOnItemClick={false}>
      <Menu.Target>
        <Tooltip label="Appearance">
          <ActionIcon size="lg" aria-label="Appearance">
            <IconPalette {...ICON} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Theme</Menu.Label>
        {THEME_COLOURS.map((name) => (
          <Menu.Item
            key={name}
            role="menuitemradio"
            aria-checked={name === colour}
            leftSection={
              <span className={styles['swatch']} style={{ background: PALETTES[name].primary }} />
            }
            rightSection={name === colour ? <IconCheck {...SMALL_ICON} /> : null}
            onClick={() => setColour(name)}
          >
            {PALETTES[name].label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>Brightness</Menu.Label>
        {SCHEMES.map((scheme) => (
          <Menu.Item
            key={scheme.value}
            role="menuitemradio"
            aria-checked={scheme.value === colorScheme}
            leftSection={scheme.icon}
            rightSection={scheme.value === colorScheme ? <IconCheck {...SMALL_ICON} /> : null}
            onClick={() => setColorScheme(scheme.value)}
          >
            {scheme.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
