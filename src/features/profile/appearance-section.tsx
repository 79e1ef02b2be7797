import { useMantineColorScheme } from '@mantine/core';
import { PALETTES, THEME_COLOURS } from '../../ui/theme/colours.ts';
import { useThemeColour } from '../../ui/theme/theme-provider.tsx';
import styles from './profile-page.module.css';
import { Section } from './section.tsx';

const SCHEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
] as const;

/** Theme colour and colour scheme: applied at once, stored on this device (product.md, 10). */
export function AppearanceSection() {
  const { colour, setColour } = useThemeColour();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Section title="Appearance">
      <fieldset className={styles['colours']}>
        <legend className={styles['legend']}>Theme</legend>
        {THEME_COLOURS.map((name) => (
          <label key={name} className={styles['choice']}>
            <input
              type="radio"
              name="colour"
              checked={colour === name}
              onChange={() => setColour(name)}
            />
            <span className={styles['swatch']} style={{ background: PALETTES[name].primary }} />
            {PALETTES[name].label}
          </label>
        ))}
      </fieldset>
      <fieldset className={styles['colours']}>
        <legend className={styles['legend']}>Brightness</legend>
        {SCHEMES.map(({ value, label }) => (
          <label key={value} className={styles['choice']}>
            <input
              type="radio"
              name="scheme"
              checked={colorScheme === value}
              onChange={() => setColorScheme(value)}
            />
            {label}
          </label>
        ))}
      </fieldset>
    </Section>
  );
}
