import { areTasksMissing, useProjectTasks } from '../../data/project-details.ts';
import { useProjectBySlug } from '../../data/projects.ts';
import { useIsReachable } from '../../data/sync-status.ts';
import { i18n } from '../../i18n/i18n.ts';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { Panel } from '../../ui/overlays/panel.tsx';

interface MissingTaskProps {
  /** Slug of the project in the address. */
  readonly slug: string;
  readonly onClose: () => void;
}

/** Panel of a task that is not on this device. One of a project that is being downloaded replaces it on its arrival. */
export function MissingTask({ slug, onClose }: MissingTaskProps) {
  const project = useProjectBySlug(slug);
  const tasks = useProjectTasks(project?.id);
  const isReachable = useIsReachable();
  // Until it is known whether the tasks of the project are here, nothing is known about this one.
  if (project === undefined || tasks === undefined) return null;
  return (
    <Panel title={i18n.t('Task')} width={560} onClose={onClose}>
      {areTasksMissing(tasks) && isReachable ? (
        <EmptyState
          text={i18n.t('This task is not on this device yet')}
          hint={i18n.t('The tasks of its project are being downloaded. It appears here by itself.')}
        />
      ) : (
        <EmptyState
          text={i18n.t('This task is not on this device')}
          hint={
            areTasksMissing(tasks)
              ? i18n.t(
                  'The tasks of its project are downloaded when you are online. Then it appears here by itself.',
                )
              : i18n.t(
                  'Either it is gone, you have no access to it, or it has not been downloaded yet.',
                )
          }
        />
      )}
    </Panel>
  );
}
