import { type ComponentProps, Suspense } from 'react';
import { prefetch } from '../ui/prefetch.ts';

export const columnComposer = prefetch(
  async () => (await import('../features/task-composer/column-composer.tsx')).ColumnComposer,
);
const { Component: ColumnComposer } = columnComposer;

/** Composer at the foot of a board's column; one function for all boards, so that columns do not render again. */
export function renderComposer(props: ComponentProps<typeof ColumnComposer>) {
  return (
    <Suspense>
      <ColumnComposer {...props} />
    </Suspense>
  );
}
