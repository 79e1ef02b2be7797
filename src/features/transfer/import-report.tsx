import { Button, Progress } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ImportRun } from '../../data/import.ts';
import { useProject } from '../../data/projects.ts';
import styles from './transfer.module.css';
import { countWords, plural } from './transfer-words.ts';

/** Refusals that are named; the rest is counted. */
const NAMED = 20;

interface ReportProps {
  readonly run: Exclude<ImportRun, { phase: 'idle' }>;
  readonly project: string | undefined;
  readonly onClose: () => void;
}

/** How far it is, and at the end what has happened. */
export function ImportReport({ run, project, onClose }: ReportProps) {
  if (run.phase === 'running') {
    return (
      <div>
        <Progress value={(run.done / Math.max(1, run.total)) * 100} size="sm" aria-label="Import" />
        <p className={styles['count']}>
          {countWords(run.done)} of {countWords(run.total)}. What is done is on this device already;
          you can go on working.
        </p>
      </div>
    );
  }
  const { taken, known, refused } = run;
  return (
    <section className={styles['done']} aria-label="What happened">
      <p role={run.phase === 'full' ? 'alert' : 'status'} className={styles['lead']}>
        {headOf(run.phase)} {plural(taken, 'thing is', 'things are')} new here and will be sent.
        {known === 0 ? '' : ` ${plural(known, 'was', 'were')} here already.`}
      </p>
      {refused.length === 0 ? null : (
        <>
          <h3 className={styles['heading']}>Not possible ({countWords(refused.length)})</h3>
          <ul className={styles['list']}>
            {refused.slice(0, NAMED).map(({ what, why }, index) => (
              <li key={index}>
                <strong className={styles['name']}>{what}</strong>
                <span className={styles['facts']}>{why}</span>
              </li>
            ))}
          </ul>
          {refused.length > NAMED ? (
            <p className={styles['note']}>and {countWords(refused.length - NAMED)} more</p>
          ) : null}
        </>
      )}
      {project === undefined ? null : <OpenBoard project={project} onClose={onClose} />}
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

function headOf(phase: 'done' | 'stopped' | 'full'): string {
  switch (phase) {
    case 'done':
      return 'Imported.';
    case 'stopped':
      return 'Stopped. The same file goes on from here.';
    case 'full':
      return 'This device could not save more; it may be full. Free some space and choose the same file again, it goes on from here.';
  }
}
