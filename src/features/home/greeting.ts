import { i18n } from '../../i18n/i18n.ts';

/**
 * Greeting by the viewer's hour (sessions spec, 2): morning from 5, afternoon from 12, evening from 17, night
 * from 20.
 */
export function greetingOf(hour: number): string {
  if (hour >= 5 && hour < 12) return i18n.t('Good Morning');
  if (hour >= 12 && hour < 17) return i18n.t('Good Afternoon');
  if (hour >= 17 && hour < 20) return i18n.t('Good Evening');
  return i18n.t('Good Night');
}
