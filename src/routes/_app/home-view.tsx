import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { HomePage } from '../../features/home/home-page.tsx';

const month = v.pipe(v.string(), v.regex(/^(?:all|\d{4}-(?:0[1-9]|1[0-2]))$/));

/** Month of "My month"; absent for the current one. */
const searchSchema = v.object({ month: v.fallback(v.optional(month), undefined) });

export const Route = createFileRoute('/_app/home-view')({
  validateSearch: searchSchema,
  component: Home,
});

function Home() {
  const { month: chosen } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <HomePage
      month={chosen}
      onMonth={(next) =>
        void navigate({ replace: true, search: (before) => ({ ...before, month: next }) })
      }
    />
  );
}
