import { useState } from 'react';
import { onListKey } from './list-keys.ts';

/**
 * Defaults for fields with a list. The list is created when it opens: kept mounted, a large organisation's
 * list is thousands of elements for each field, and is laid out whenever a form or a page opens. A field
 * opened by keyboard refers to the id of such a list only after another render, and until then reports itself
 * as closed: hence the render when the list has opened. Mantine reads a field's defaults while it renders
 * that field, so they may use state.
 */
export function useListProps() {
  const [, setListed] = useState(false);
  const [comboboxProps] = useState(() => ({
    keepMounted: false,
    // With reduced motion the callback runs just before the list is in the page.
    transitionProps: { duration: 120, onEntered: () => setTimeout(() => setListed(true)) },
  }));
  return { comboboxProps, selectFirstOptionOnChange: true, onKeyDown: onListKey };
}
