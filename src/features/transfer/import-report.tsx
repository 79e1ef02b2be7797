import { Button, Progress } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ImportState } from '../../data/import.ts';
import { useProject } from '../../data/projects.ts';
import { i18n } from '../../i18n/i18n.ts';
import styles from './transfer.module.css';
import { formatCount, endMessage } from './transfer-messages.ts';

/** Refusals that are listed; the rest is counted. */
const NAMED = 20;

interface ReportProps {
  readonly state: Exclude<ImportState, { phase: 'idle' | 'preparing' }>;
  readonly onClose: () => void;
}

/** Progress of the import, and its result. */
export function ImportReport({ state, onClose }: ReportProps) {
  if (state.phase === 'running') {
    return (
      <div>
        <Progress
          value={(state.done / Math.max(1, state.total)) * 100}
          size="sm"
          aria-label={i18n.t('Import')}
        />
        <p className={styles['count']}>
          {i18n.t(
            '{done} of {total}. What is done is on this device already; you can close this and go on working.',
            { done: formatCount(state.done), total: formatCount(state.total) },
          )}
        </p>
      </div>
    );
  }
  const { refused: rejected, project } = state;
  return (
    <section className={styles['done']} aria-label={i18n.t('What happened')}>
      <p role={state.phase === 'failed' ? 'alert' : 'status'} className={styles['lead']}>
        {endMessage(state)}
      </p>
      {rejected.length === 0 ? null : (
        <>
          <h3 className={styles['heading']}>
            {i18n.t('Not possible ({count})', { count: formatCount(rejected.length) })}
          </h3>
          <ul className={styles['list']}>
            {rejected.slice(0, NAMED).map(({ what, why }, index) => (
              <li key={index}>
                <strong className={styles['name']}>{what}</strong>
                <span className={styles['facts']}>{why}</span>
              </li>
            ))}
          </ul>
          {rejected.length > NAMED ? (
            <p className={styles['note']}>
              {i18n.t('and {count} more', { count: formatCount(rejected.length - NAMED) })}
            </p>
          ) : null}
        </>
      )}
      <OpenBoard project={project} onClose={onClose} />
    </section>
  );
}

function OpenBoard({
  project,
  onClose,
}: {
  readonly project: string;
  readonly onClose: () => void;
}) {
  const navigate = useNavigate();
  const found = useProject(project);
  if (found === undefined || found === null) return null;
  const open = () => {
    onClose();
    void navigate({ to: '/workspace/$slug', params: { slug: found.slug }, search: {} });
  };
  return <Button onClick={open}>{i18n.t('Open board')}</Button>;
}
