import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense, useCallback } from 'react';
import { BoardScreen } from '../../features/board/board-screen.tsx';

const TaskPanel = lazy(async () => {
  const module = await import('../../features/task/task-panel.tsx');
  return { default: module.TaskPanel };
});

export const Route = createFileRoute('/_app/workspace/$slug')({ component: Board });

/** The board; `?task=` opens a task beside it and `&comment=` points at one of its comments. */
function Board() {
  const { slug } = Route.useParams();
  const { task, comment } = Route.useSearch();
  const navigate = Route.useNavigate();
  const open = useCallback(
    (id: string | undefined) => {
      void navigate({
        search: ({ panel: _panel, comment: _comment, task: _task, ...rest }) =>
          id === undefined ? rest : { ...rest, task: id },
      });
    },
    [navigate],
  );
  const members = useCallback(
    (project: string) => void navigate({ search: { panel: 'members', project } }),
    [navigate],
  );
  const linkTo = useCallback((id: string) => linkOf(slug, id), [slug]);
  return (
    <BoardScreen
      key={slug}
      slug={slug}
      task={task}
      onOpenTask={open}
      linkTo={linkTo}
      onMembers={members}
      onHome={() => void navigate({ to: '/home-view', search: {} })}
    >
      {task !== undefined && (
        <Suspense>
          <TaskPanel
            key={task}
            taskId={task}
            commentId={comment}
            linkTo={(commentId) => linkOf(slug, task, commentId)}
            onClose={() => open(undefined)}
          />
        </Suspense>
      )}
    </BoardScreen>
  );
}

function linkOf(slug: string, task: string, comment?: string): string {
  const query = new URLSearchParams({ task, ...(comment !== undefined && { comment }) });
  return `${window.location.origin}/workspace/${encodeURIComponent(slug)}?${query.toString()}`;
}
