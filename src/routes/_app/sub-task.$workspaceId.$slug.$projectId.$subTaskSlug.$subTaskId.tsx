import { createFileRoute } from '@tanstack/react-router';
import { SubtaskPage } from '../../features/task/subtask-page.tsx';

export const Route = createFileRoute(
  '/_app/sub-task/$workspaceId/$slug/$projectId/$subTaskSlug/$subTaskId',
)({ component: SubTask });

/** A sub-task on a page of its own; workspace and slug are only there to be read by people. */
function SubTask() {
  const { slug, projectId, subTaskId } = Route.useParams();
  return <SubtaskPage key={subTaskId} slug={slug} projectId={projectId} subtaskId={subTaskId} />;
}
