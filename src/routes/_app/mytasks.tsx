import { createFileRoute } from '@tanstack/react-router';
import { MyTasksPage } from '../../features/my-tasks/my-tasks-page.tsx';
import {
  type MyTasksSearch,
  myTasksSearchSchema,
} from '../../features/my-tasks/my-tasks-search.ts';

export const Route = createFileRoute('/_app/mytasks')({
  validateSearch: myTasksSearchSchema,
  component: MyTasks,
});

/** Clears all filters before new ones are set. */
const NOTHING: MyTasksSearch = {
  role: undefined,
  state: undefined,
  group: undefined,
  of: undefined,
  words: undefined,
};

function MyTasks() {
  const { role, state, group, of, words: text } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <MyTasksPage
      search={{ role, state, group, of, words: text }}
      onSearch={(next) =>
        void navigate({ search: (before) => ({ ...before, ...NOTHING, ...next }), replace: true })
      }
    />
  );
}
