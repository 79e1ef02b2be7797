import type { ImportEnd } from '../../data/import.ts';

/** 12,345 */
export function countWords(count: number): string {
  return count.toLocaleString('en-GB');
}

/** `1 task`, `12 tasks`. */
export function plural(count: number, one: string, many: string = `${one}s`): string {
  return `${countWords(count)} ${count === 1 ? one : many}`;
}

/** How an import has ended. */
export function endWords({ phase, taken, known, refused }: ImportEnd): string {
  return [
    headOf(phase),
    `${plural(taken, 'thing is', 'things are')} new here and will be sent.`,
    ...(known === 0 ? [] : [`${plural(known, 'was', 'were')} here already.`]),
    ...(refused.length === 0 ? [] : [`${plural(refused.length, 'was', 'were')} not possible.`]),
  ].join(' ');
}

function headOf(phase: ImportEnd['phase']): string {
  switch (phase) {
    case 'done':
      return 'Imported.';
    case 'stopped':
      return 'Stopped. The same file goes on from here.';
    case 'full':
      return 'This device could not save more; it may be full. Free some space and choose the same file again, it goes on from here.';
  }
}
