import type { ImportEnd, ImportFailure } from '../../data/import.ts';
import { i18n, message, translated } from '../../i18n/i18n.ts';
import { formatNumber } from '../../ui/text/locale.ts';

/** 12,345 */
export function formatCount(count: number): string {
  return formatNumber(count);
}

/** Result of an import. */
export function endMessage(end: ImportEnd): string {
  const { imported, known, refused: rejected } = end;
  return [
    headOf(end),
    i18n.t(
      '{count, plural, one {# thing is new here and will be sent.} other {# things are new here and will be sent.}}',
      { count: imported },
    ),
    ...(known === 0
      ? []
      : [
          i18n.t('{count, plural, one {# was here already.} other {# were here already.}}', {
            count: known,
          }),
        ]),
    ...(rejected.length === 0
      ? []
      : [
          i18n.t('{count, plural, one {# was not possible.} other {# were not possible.}}', {
            count: rejected.length,
          }),
        ]),
  ].join(' ');
}

/** Reason why the preview could not be computed. */
export function notPreparedMessage(why: ImportFailure): string {
  if (typeof why === 'object') return translated(why.message);
  switch (why) {
    case 'full':
      return i18n.t(
        'This device has no room left to work with. Free some space and choose the file again.',
      );
    case 'browser':
      return i18n.t(
        'The browser could not read what is on this device. Reload the page and choose the file again.',
      );
    case 'fault':
      return `${i18n.t('What is in this file could not be worked out.')} ${i18n.t(FAULT)}`;
  }
}

const FAULT = message('This is an error in Cairn, not in the file. Tell your administrator.');
const NOT_ALL = message('Not everything was imported.');

function headOf(end: ImportEnd): string {
  switch (end.phase) {
    case 'done':
      return i18n.t('Imported.');
    case 'stopped':
      return i18n.t('Stopped. Choose the same file to continue.');
    case 'failed':
      return failedMessage(end.why);
  }
}

/** Rows written before the failure remain, and importing the same file continues from there. */
function failedMessage(why: ImportFailure): string {
  if (typeof why === 'object') return `${i18n.t(NOT_ALL)} ${translated(why.message)}`;
  switch (why) {
    case 'full':
      return i18n.t(
        'This device has no room left. Free some space and choose the same file again to continue.',
      );
    case 'browser':
      return i18n.t(
        'The browser refused to write to this device. Reload the page and choose the same file again to continue.',
      );
    case 'fault':
      return `${i18n.t(NOT_ALL)} ${i18n.t(FAULT)} ${i18n.t('Choose the same file again to continue.')}`;
  }
}
