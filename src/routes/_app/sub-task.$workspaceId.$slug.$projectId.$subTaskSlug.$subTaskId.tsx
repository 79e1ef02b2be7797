import { createFileRoute } from '@tanstack/react-router';
import { SubtaskPage } from '../../features/task/subtask-page.tsx';

export const Route = createFileRoute(
  '/_app/sub-task/$workspaceId/$slug/$projectId/$subTaskSlug/$subTaskId',
)({ component: SubTask });

/** Page of a subtask; workspace and slug in the address are only informative. */
function SubTask() {
  const { slug, projectId, subTaskId } = Route.useParams();
  return <SubtaskPage key={subTaskId} slug={slug} projectId={projectId} subtaskId={subTaskId} />;
}
