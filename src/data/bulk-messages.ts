import type { BulkResult } from './bulk-tasks.ts';

/** Result of a change of several tasks as text: `3 tasks archived. 2 left out: why.` */
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
  if (done.length === 0 && left === 0) return 'Nothing to change: they are so already';
  const count = `${done.length} ${done.length === 1 ? 'task' : 'tasks'} ${what}`;
  return left === 0 ? count : `${count}. ${left} left out: ${reasons.join('; ')}`;
}
