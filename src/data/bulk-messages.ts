import { i18n } from '../i18n/i18n.ts';
import type { BulkResult } from './bulk-tasks.ts';

/** Result of a change of several tasks as text: `3 tasks archived. 2 left out: why.` `what` is the translated predicate. */
export function bulkMessage(
  {
    done,
    left,
    reasons,
  }: Pick<BulkResult, 'left' | 'reasons'> & {
    readonly done: { readonly length: number };
  },
  what: string,
): string {
  if (done.length === 0 && left === 0) return i18n.t('Nothing to change: they are so already');
  const changed = i18n.t('{count, plural, one {# task} other {# tasks}} {what}', {
    count: done.length,
    what,
  });
  return withReasons(changed, { left, reasons });
}

/** A message about a change, followed by the reasons for what was left out: whole tasks, or parts of them. */
export function withReasons(
  changed: string,
  { left, reasons }: Pick<BulkResult, 'left' | 'reasons'>,
): string {
  if (left === 0 && reasons.length === 0) return changed;
  const values = { changed, left, reasons: reasons.join('; ') };
  return left === 0
    ? i18n.t('{changed}, but not all of it: {reasons}', values)
    : i18n.t('{changed}. {left} left out: {reasons}', values);
}
