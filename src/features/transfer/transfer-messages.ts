import type { ImportEnd, ImportFailure } from '../../data/import.ts';
import { formatNumber } from '../../ui/text/locale.ts';

/** 12,345 */
export function formatCount(count: number): string {
  return formatNumber(count);
}

/** `1 task`, `12 tasks`. */
export function plural(count: number, one: string, many: string = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** Result of an import. */
export function endMessage(end: ImportEnd): string {
  const { imported, known, refused: rejected } = end;
  return [
    headOf(end),
    `${plural(imported, 'thing is', 'things are')} new here and will be sent.`,
    ...(known === 0 ? [] : [`${plural(known, 'was', 'were')} here already.`]),
    ...(rejected.length === 0 ? [] : [`${plural(rejected.length, 'was', 'were')} not possible.`]),
  ].join(' ');
}

/** Reason why the preview could not be computed. */
export function notPreparedMessage(why: ImportFailure): string {
  if (typeof why === 'object') return why.message;
  switch (why) {
    case 'full':
      return 'This device has no room left to work with. Free some space and choose the file again.';
    case 'browser':
      return 'The browser could not read what is on this device. Reload the page and choose the file again.';
    case 'fault':
      return `What is in this file could not be worked out. ${FAULT}`;
  }
}

const FAULT = 'This is an error in Cairn, not in the file. Tell your administrator.';

function headOf(end: ImportEnd): string {
  switch (end.phase) {
    case 'done':
      return 'Imported.';
    case 'stopped':
      return 'Stopped. Choose the same file to continue.';
    case 'failed':
      return failedMessage(end.why);
  }
}

/** Rows written before the failure remain, and importing the same file continues from there. */
function failedMessage(why: ImportFailure): string {
  if (typeof why === 'object') return `Not everything was imported. ${why.message}`;
  switch (why) {
    case 'full':
      return 'This device has no room left. Free some space and choose the same file again to continue.';
    case 'browser':
      return 'The browser refused to write to this device. Reload the page and choose the same file again to continue.';
    case 'fault':
      return `Not everything was imported. ${FAULT} Choose the same file again to continue.`;
  }
}
