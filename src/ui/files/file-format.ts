import { i18n } from '../../i18n/i18n.ts';
import { locale, onFirstUse } from '../text/locale.ts';

const ONE_DIGIT = onFirstUse(() => new Intl.NumberFormat(locale(), { minimumFractionDigits: 1 }));

/** Size for display: `640 kB`, `2.4 MB`, `1.2 GB`. `bytes` in bytes. */
export function formatSize(bytes: number): string {
  if (bytes < 1_000) return i18n.t('{bytes} bytes', { bytes });
  const [value, unit] = inUnit(bytes);
  const isFine = value < 10 && unit !== 'kB';
  return `${isFine ? ONE_DIGIT().format(Number(value.toFixed(1))) : value.toFixed(0)} ${unit}`;
}

function inUnit(bytes: number): readonly [number, 'kB' | 'MB' | 'GB'] {
  if (bytes < 999_500) return [bytes / 1_000, 'kB'];
  return bytes < 999_500_000 ? [bytes / 1_000_000, 'MB'] : [bytes / 1_000_000_000, 'GB'];
}

const SHOT = onFirstUse(
  () => new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }),
);

/** Local day and time of a shot. `iso` is an instant in UTC. */
export function shotTime(iso: string): string {
  return SHOT().format(Date.parse(iso));
}

/** Address of a file of ours, on any host (sync/client/file-bytes.ts). */
const OWN_FILE = /^http:\/\/[^/]+\/rest\/files\//;

/** Rewrites an http link to a file of ours as https (board spec, 5); every other link stays as its author wrote it. */
export function secureUrl(url: string): string {
  return OWN_FILE.test(url) ? `https://${url.slice('http://'.length)}` : url;
}
