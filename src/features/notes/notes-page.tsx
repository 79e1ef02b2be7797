import { useState } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { Page } from '../../ui/layout/page.tsx';
import { Notes, type NotesFilter } from './notes.tsx';

interface NotesPageProps {
  readonly filter: NotesFilter;
  /** Id of the note that a link refers to. */
  readonly shown?: string | undefined;
  readonly onFilter: (filter: NotesFilter) => void;
}

/** Page with all notes; the filter is stored in the address. */
export function NotesPage({ filter, shown, onFilter }: NotesPageProps) {
  // The field follows the keys at once; the address follows the field.
  const [current, setCurrent] = useState(filter);
  return (
    <Page title={i18n.t('Notes')} hint={i18n.t('Only you see these.')}>
      <Notes
        filter={current}
        shown={shown}
        onFilter={(next) => {
          setCurrent(next);
          onFilter(next);
        }}
        layout="page"
      />
    </Page>
  );
}
