import { i18n } from '../../i18n/i18n.ts';
/** The first match counts: most browsers also claim to be others. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** "Chrome on Linux", from a user agent string. */
export function formatBrowser(agent: string | null): string {
  if (agent === null || agent === '') return i18n.t('Unknown program');
  const browser = BROWSERS.find(([pattern]) => pattern.test(agent))?.[1];
  const system = SYSTEMS.find(([pattern]) => pattern.test(agent))?.[1];
  if (browser === undefined) return agent.split(/[\s(]/, 1)[0] ?? i18n.t('Unknown program');
  return system === undefined ? browser : i18n.t('{browser} on {system}', { browser, system });
}

export function isPhone(agent: string | null): boolean {
  return agent !== null && /Mobile|Android|iPhone/.test(agent);
}
