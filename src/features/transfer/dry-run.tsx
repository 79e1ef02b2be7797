import type { ReactNode } from 'react';
import { i18n, type Message, message } from '../../i18n/i18n.ts';
import type { Summary } from './import-summary.ts';
import type { SourceBoard } from './source-board.ts';
import styles from './transfer.module.css';
import { formatCount } from './transfer-messages.ts';
import type { ImportHandle } from './use-import.ts';

const TEXTS: Readonly<Record<Summary['lines'][number]['what'], Message>> = {
  project: message('Project'),
  people: message('New team members of the project'),
  cards: message('New cards, from lists'),
  labels: message('New labels'),
  tasks: message('Tasks, from cards'),
  subtasks: message('Subtasks, from checklists'),
  comments: message('Comments'),
  'archived cards': message('Archived cards, from archived lists'),
};

interface DryRunProps {
  readonly board: SourceBoard;
  readonly handle: ImportHandle;
}

/** Preview of an import before anything is written. */
export function DryRun({ board, handle }: DryRunProps) {
  const { plan, summary, target, problem } = handle;
  if (problem !== undefined) return null;
  if (target === undefined) {
    return <p className={styles['note']}>{i18n.t('Say where it goes to see what comes along.')}</p>;
  }
  if (plan === undefined || summary === undefined) {
    return (
      <p className={styles['note']} aria-live="polite">
        {i18n.t('Working it out…')}
      </p>
    );
  }
  return (
    <>
      <Section title={i18n.t('What comes along')}>
        {summary.fresh === 0 ? (
          <output className={styles['note']}>
            {i18n.t('Everything of this file is here already. Nothing would be done.')}
          </output>
        ) : null}
        <Counts board={board} summary={summary} matched={plan.people.ids.size} />
      </Section>
      {plan.changes.length === 0 ? null : (
        <Section title={i18n.t('What changes on the way')}>
          <ul className={styles['list']}>
            {plan.changes.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Section>
      )}
      <Section title={i18n.t('What does not come along')}>
        {plan.losses.length === 0 ? (
          <p className={styles['note']}>{i18n.t('Nothing is left behind.')}</p>
        ) : (
          <ul className={styles['list']}>
            {plan.losses.map(({ what, count, why }) => (
              <li key={what}>
                <strong className={styles['name']}>
                  {what} ({formatCount(count)})
                </strong>
                <span className={styles['facts']}>{why}</span>
              </li>
            ))}
          </ul>
        )}
      </Section>
    </>
  );
}

interface CountsProps {
  readonly board: SourceBoard;
  readonly summary: Summary;
  readonly matched: number;
}

function Counts({ board, summary, matched }: CountsProps) {
  const cards = board.lists.flatMap((list) => list.cards);
  const due = cards.filter((card) => card.due !== null).length;
  const labelled = cards.filter(({ labels }) => labels.length > 0).length;
  const hasKnown = summary.lines.some(({ known }) => known > 0);
  return (
    <table className={styles['table']}>
      <thead>
        <tr>
          <th scope="col">{i18n.t('What')}</th>
          <th scope="col">{i18n.t('In the file')}</th>
          {hasKnown ? <th scope="col">{i18n.t('Here already')}</th> : null}
        </tr>
      </thead>
      <tbody>
        {summary.lines.map(({ what, count, known }) => (
          <Row
            key={what}
            name={i18n.t(TEXTS[what])}
            count={count}
            known={hasKnown ? known : undefined}
          />
        ))}
        {labelled === 0 ? null : (
          <Row
            name={i18n.t('Tasks with a label')}
            count={labelled}
            known={hasKnown ? 0 : undefined}
          />
        )}
        {due === 0 ? null : (
          <Row name={i18n.t('Due dates')} count={due} known={hasKnown ? 0 : undefined} />
        )}
        {board.people.length === 0 ? null : (
          <Row
            name={i18n.t('People known here, of {total}', {
              total: formatCount(board.people.length),
            })}
            count={matched}
            known={hasKnown ? 0 : undefined}
          />
        )}
      </tbody>
    </table>
  );
}

interface RowProps {
  readonly name: string;
  readonly count: number;
  /** Undefined: the table has no such column. */
  readonly known: number | undefined;
}

function Row({ name, count, known }: RowProps) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{formatCount(count)}</td>
      {known === undefined ? null : <td>{known === 0 ? '' : formatCount(known)}</td>}
    </tr>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles['section']} aria-label={title}>
      <h3 className={styles['title']}>{title}</h3>
      {children}
    </section>
  );
}
