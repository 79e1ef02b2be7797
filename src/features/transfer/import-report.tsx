import { Button, Progress } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ImportState } from '../../data/import.ts';
import { useProject } from '../../data/projects.ts';
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
          aria-label="Import"
        />
        <p className={styles['count']}>
          {formatCount(state.done)} of {formatCount(state.total)}. What is done is on this device
          already; you can close this and go on working.
        </p>
      </div>
    );
  }
  const { refused: rejected, project } = state;
  return (
    <section className={styles['done']} aria-label="What happened">
      <p role={state.phase === 'failed' ? 'alert' : 'status'} className={styles['lead']}>
        {endMessage(state)}
      </p>
      {rejected.length === 0 ? null : (
        <>
          <h3 className={styles['heading']}>Not possible ({formatCount(rejected.length)})</h3>
          <ul className={styles['list']}>
            {rejected.slice(0, NAMED).map(({ what, why }, index) => (
              <li key={index}>
                <strong className={styles['name']}>{what}</strong>
                <span className={styles['facts']}>{why}</span>
              </li>
            ))}
          </ul>
          {rejected.length > NAMED ? (
            <p className={styles['note']}>and {formatCount(rejected.length - NAMED)} more</p>
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
  return <Button onClick={open}>Open board</Button>;
}
