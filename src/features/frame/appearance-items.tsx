import { Menu, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { i18n, message } from '../../i18n/i18n.ts';
import { PALETTES, THEME_COLOURS, type ThemeColour } from '../../ui/theme/colours.ts';
import { useThemeColour } from '../../ui/theme/theme-provider.tsx';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import styles from './appearance-menu.module.css';

const SCHEMES = [
  { value: 'light', label: message('Light'), icon: <IconSun {...SMALL_ICON} /> },
  { value: 'dark', label: message('Dark'), icon: <IconMoon {...SMALL_ICON} /> },
  { value: 'auto', label: message('System'), icon: <IconDeviceDesktop {...SMALL_ICON} /> },
] as const;

/** Items of the appearance menu; loaded apart from the frame. */
export function AppearanceItems() {
  const { colour, setColour } = useThemeColour();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <Menu.RadioGroup value={colour} onChange={(name) => setColour(colourOf(name))}>
        <Menu.Label>{i18n.t('Theme')}</Menu.Label>
        {THEME_COLOURS.map((name) => (
          <Menu.RadioItem
            key={name}
            value={name}
            rightSection={
              <span className={styles['swatch']} style={{ background: PALETTES[name].primary }} />
            }
          >
            {i18n.t(PALETTES[name].label)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
      <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(schemeOf(value))}>
        <Menu.Label>{i18n.t('Brightness')}</Menu.Label>
        {SCHEMES.map((scheme) => (
          <Menu.RadioItem key={scheme.value} value={scheme.value} rightSection={scheme.icon}>
            {i18n.t(scheme.label)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
}

function colourOf(value: string): ThemeColour {
  return THEME_COLOURS.find((name) => name === value) ?? 'teal';
}

function schemeOf(value: string): (typeof SCHEMES)[number]['value'] {
  return SCHEMES.find((scheme) => scheme.value === value)?.value ?? 'auto';
}
