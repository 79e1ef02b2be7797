import { createFileRoute } from '@tanstack/react-router';
import { Suspense, useCallback, useEffect, useMemo } from 'react';
import { prefetchBoard } from '../../data/board-snapshot.ts';
import type { AppSearch } from '../../data/app-search.ts';
import { taskLink } from '../../data/task-link.ts';
import { prefetch, loadWhenIdle } from '../../ui/prefetch.ts';
import { columnComposer, renderComposer } from '../-column-composer.tsx';
import { BoardScreen } from '../../features/board/board-screen.tsx';
import { ProjectTabs } from '../../features/projects/project-tabs.tsx';

const taskPanel = prefetch(
  async () => (await import('../../features/task/task-panel.tsx')).TaskPanel,
);
const { Component: TaskPanel } = taskPanel;

export const Route = createFileRoute('/_app/workspace/$slug')({
  loader: ({ context, params }) => prefetchBoard(context.client, params.slug),
  component: Board,
});

const NO_TASK = { task: undefined, comment: undefined, subtask: undefined };

/** Board; `?task=` opens a task beside it, `&comment=` links to a comment, `&subtask=` opens a subtask above it. */
function Board() {
  const { slug } = Route.useParams();
  const { task, comment, subtask, q, who, flag, label, due, view, by, month } = Route.useSearch();
  const navigate = Route.useNavigate();
  const filter = useMemo(() => ({ q, who, flag, label, due }), [q, who, flag, label, due]);
  const params = useMemo(() => ({ view, by, month }), [view, by, month]);
  const open = useCallback(
    (id: string | undefined) => {
      void navigate({
        search: (before) => ({ ...before, ...NO_TASK, panel: undefined, task: id }),
      });
    },
    [navigate],
  );
  const openSubtask = useCallback(
    (id: string | undefined) => void navigate({ search: (before) => ({ ...before, subtask: id }) }),
    [navigate],
  );
  const show = useCallback(
    (next: Partial<AppSearch>) =>
      void navigate({ search: (before) => ({ ...before, ...next }), replace: true }),
    [navigate],
  );
  const members = useCallback(
    (project: string) =>
      void navigate({ search: (before) => ({ ...before, ...NO_TASK, panel: 'members', project }) }),
    [navigate],
  );
  useEffect(() => loadWhenIdle([taskPanel, columnComposer]), []);
  const linkTo = useCallback((id: string) => taskLink(slug, { task: id }), [slug]);
  return (
    <BoardScreen
      key={slug}
      slug={slug}
      task={task}
      filter={filter}
      onFilter={show}
      params={params}
      onParams={show}
      onOpenTask={open}
      linkTo={linkTo}
      onMembers={members}
      onHome={() => void navigate({ to: '/home-view', search: {} })}
      tabs={<ProjectTabs slug={slug} screen="board" />}
      composer={renderComposer}
    >
      {task !== undefined && (
        <Suspense>
          <TaskPanel
            key={task}
            taskId={task}
            slug={slug}
            commentId={comment}
            subtaskId={subtask}
            onSubtask={openSubtask}
            onClose={() => open(undefined)}
          />
        </Suspense>
      )}
    </BoardScreen>
  );
}
