import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { NotesPage } from '../../features/notes/notes-page.tsx';

const text = v.fallback(v.optional(v.string()), undefined);

/** Filter of the notes; `tag` is the id of a tag. */
const searchSchema = v.object({ search: text, tag: text, note: text });

export const Route = createFileRoute('/_app/notes-view')({
  validateSearch: searchSchema,
  component: NotesView,
});

function NotesView() {
  const { search = '', tag, note } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <NotesPage
      key={note}
      shown={note}
      filter={{ search, tag }}
      onFilter={(filter) =>
        void navigate({
          replace: true,
          search: (before) => ({
            ...before,
            search: filter.search === '' ? undefined : filter.search,
            tag: filter.tag,
          }),
        })
      }
    />
  );
}
