import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import type { RetentionPreview } from '../../../../model/protocol/retention.ts';
import {
  FEWEST_ACTIVITY_MONTHS,
  keepsTooLittleActivity,
  type RetentionRules,
} from '../../../../model/shared/retention.ts';
import { useOnline } from '../../../data/online.ts';
import { i18n } from '../../../i18n/i18n.ts';
import styles from './retention.module.css';

/** Months as text, or `forever`. */
type RuleValues = Pick<RetentionValues, 'tasks' | 'messages' | 'activity'>;

/** Values of the form as text. */
export interface RetentionValues {
  /** Days until deleted rows are erased. */
  readonly days: string;
  /** Rules in months, or `forever`. */
  readonly tasks: string;
  readonly messages: string;
  readonly activity: string;
  /** Months of details on devices. */
  readonly details: string;
}

interface RetentionRuleFieldsProps {
  readonly values: RuleValues;
  /** The same values as rules. */
  readonly rules: RetentionRules;
  /** Undefined while the server counts, and without a connection. */
  readonly counts: RetentionPreview | undefined;
  readonly onChange: (change: Partial<RuleValues>) => void;
  readonly children: ReactNode;
}

/** One field for each rule, with the number of rows that it would erase today. */
export function RetentionRuleFields(props: RetentionRuleFieldsProps) {
  const { values, rules, counts, onChange, children } = props;
  const isTooShort = keepsTooLittleActivity(rules);
  return (
    <section className={styles['section']} aria-labelledby="retention">
      <h2 id="retention" className={styles['heading']}>
        {i18n.t('Retention')}
      </h2>
      <p className={styles['hint']}>
        {i18n.t(
          'The server erases once a day what is older than these rules keep, on every device and for everybody. It cannot be restored. Backups of the server keep it until they expire.',
        )}
      </p>
      <Rule
        label={i18n.t('Completed and archived tasks')}
        description={i18n.t(
          'Erased with their comments, subtasks, files and sign-off steps when nobody has changed them for so long after their completion or archiving.',
        )}
        value={values.tasks}
        onChange={(tasks) => onChange({ tasks })}
      >
        <Count
          isAsked={rules.keep_done_tasks !== null}
          text={
            counts &&
            i18n.t('It would erase {count, plural, one {# task} other {# tasks}} today.', {
              count: counts.tasks,
            })
          }
        />
      </Rule>
      <Rule
        label={i18n.t('Chat messages')}
        description={i18n.t(
          'Their texts, files and reactions are erased. Who wrote a message and when stays, as for a deleted message.',
        )}
        value={values.messages}
        onChange={(messages) => onChange({ messages })}
      >
        <Count
          isAsked={rules.keep_messages !== null}
          text={
            counts &&
            i18n.t('It would erase {count, plural, one {# message} other {# messages}} today.', {
              count: counts.messages,
            })
          }
        />
      </Rule>
      <Rule
        label={i18n.t('Activity log')}
        description={i18n.t(
          'The history of tasks, projects, people and settings. Reports of sign-offs that are older can no longer be checked in full. The security log is not concerned.',
        )}
        value={values.activity}
        fewest={FEWEST_ACTIVITY_MONTHS}
        error={
          isTooShort
            ? i18n.t('The activity log must be kept at least as long as completed tasks')
            : undefined
        }
        onChange={(activity) => onChange({ activity })}
      >
        <Count
          isAsked={rules.keep_activity !== null}
          text={
            counts &&
            i18n.t('It would erase {count, plural, one {# entry} other {# entries}} today.', {
              count: counts.activity,
            })
          }
        />
      </Rule>
      {children}
    </section>
  );
}

interface RuleProps {
  readonly label: string;
  readonly description: string;
  readonly value: string;
  readonly fewest?: number;
  readonly error?: string | undefined;
  readonly onChange: (value: string) => void;
  readonly children: ReactNode;
}

const FOREVER = 'forever';
const CHOICES = [1, 3, 6, 7, 12, 18, 24, 36, 60, 84, 120];

function Rule({ label, description, value, fewest = 1, error, onChange, children }: RuleProps) {
  const offered = CHOICES.filter((months) => months >= fewest && (months !== 7 || fewest === 7));
  const chosen = monthsOf(value);
  const all = chosen === null || offered.includes(chosen) ? offered : [...offered, chosen];
  return (
    <div className={styles['rule']}>
      <Select
        label={label}
        description={description}
        allowDeselect={false}
        value={value}
        error={error}
        data={[
          { value: FOREVER, label: i18n.t('Keep for ever') },
          ...all
            .toSorted((left, right) => left - right)
            .map((months) => ({ value: String(months), label: ageOf(months) })),
        ]}
        onChange={(next) => onChange(next ?? FOREVER)}
      />
      {children}
    </div>
  );
}

function ageOf(months: number): string {
  if (months % 12 === 0) {
    return i18n.t('Erase after {years, plural, one {# year} other {# years}}', {
      years: months / 12,
    });
  }
  return i18n.t('Erase after {months, plural, one {# month} other {# months}}', { months });
}

/** Number of rows that a rule would erase today; the server alone can count them. */
function Count({
  isAsked,
  text,
}: {
  readonly isAsked: boolean;
  readonly text: string | undefined;
}) {
  const isOnline = useOnline();
  if (!isAsked) return null;
  const unknown = isOnline ? i18n.t('Counting…') : i18n.t('The number needs a connection.');
  return <output className={styles['count']}>{text ?? unknown}</output>;
}

export function textOf(months: number | null): string {
  return months === null ? FOREVER : String(months);
}

export function monthsOf(text: string): number | null {
  return text === FOREVER ? null : Number(text);
}
