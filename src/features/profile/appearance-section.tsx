import { useMantineColorScheme } from '@mantine/core';
import { i18n, message } from '../../i18n/i18n.ts';
import { languageOf, LANGUAGES } from '../../../model/shared/language.ts';
import { chooseLanguage, chosenLanguage } from '../../i18n/language.ts';
import { PALETTES, THEME_COLOURS } from '../../ui/theme/colours.ts';
import { useThemeColour } from '../../ui/theme/theme-provider.tsx';
import styles from './profile-page.module.css';
import { Section } from './section.tsx';

const SCHEMES = [
  { value: 'light', label: message('Light') },
  { value: 'dark', label: message('Dark') },
  { value: 'auto', label: message('System') },
] as const;

/** Theme colour, colour scheme and language: applied at once, stored on this device (product.md, 10). */
export function AppearanceSection() {
  const { colour, setColour } = useThemeColour();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Section title={i18n.t('Appearance')}>
      <fieldset className={styles['colours']}>
        <legend className={styles['legend']}>{i18n.t('Theme')}</legend>
        {THEME_COLOURS.map((name) => (
          <label key={name} className={styles['choice']}>
            <input
              type="radio"
              name="colour"
              checked={colour === name}
              onChange={() => setColour(name)}
            />
            <span className={styles['swatch']} style={{ background: PALETTES[name].primary }} />
            {i18n.t(PALETTES[name].label)}
          </label>
        ))}
      </fieldset>
      <fieldset className={styles['colours']}>
        <legend className={styles['legend']}>{i18n.t('Brightness')}</legend>
        {SCHEMES.map(({ value, label }) => (
          <label key={value} className={styles['choice']}>
            <input
              type="radio"
              name="scheme"
              checked={colorScheme === value}
              onChange={() => setColorScheme(value)}
            />
            {i18n.t(label)}
          </label>
        ))}
      </fieldset>
      <LanguageChoice />
    </Section>
  );
}

function LanguageChoice() {
  const chosen = chosenLanguage();
  return (
    <fieldset className={styles['colours']}>
      <legend className={styles['legend']}>{i18n.t('Language')}</legend>
      <label className={styles['choice']}>
        <input
          type="radio"
          name="language"
          checked={chosen === undefined}
          onChange={() => chooseLanguage(undefined)}
        />
        {i18n.t('Browser')}
      </label>
      {Object.entries(LANGUAGES).map(([code, name]) => (
        <label key={code} className={styles['choice']} lang={code}>
          <input
            type="radio"
            name="language"
            checked={chosen === code}
            onChange={() => chooseLanguage(languageOf([code]))}
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
