import { useState } from 'react';

/**
 * Of fields with a list. The list is made when it opens: kept ready, that of a large organisation is thousands of
 * elements for each field, and is measured whenever a form or a page opens. A field that is opened by keyboard learns the
 * id of such a list only when it is drawn again, and until then says that it is closed: so it is drawn once more when the
 * list is here. Mantine asks for the defaults of a field while it draws that field, so they may hold state.
 */
export function useListProps() {
  const [, setListed] = useState(false);
  const [comboboxProps] = useState(() => ({
    keepMounted: false,
    // Without motion this is said a moment before the list is here.
    transitionProps: { duration: 120, onEntered: () => setTimeout(() => setListed(true)) },
  }));
  return { comboboxProps };
}
