import { Button, Select, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode } from 'react';
import * as v from 'valibot';
import type { Organization } from '../../../../model/entities/organization.ts';
import { organizationRetention } from '../../../../model/mutations/organization/organization-retention.ts';
import type { RetentionPreview } from '../../../../model/protocol/retention.ts';
import { localDay } from '../../../../model/shared/dates.ts';
import {
  ERASE_AFTER_DAYS,
  FEWEST_ERASE_DAYS,
  MOST_ERASE_DAYS,
} from '../../../../model/shared/erasure.ts';
import {
  FEWEST_ACTIVITY_MONTHS,
  isStricter,
  keepsTooLittleActivity,
  RETENTION_NOTICE_DAYS,
  type RetentionRules,
} from '../../../../model/shared/retention.ts';
import { useTryMutate } from '../../../data/client.tsx';
import { useDraft } from '../../../data/drafts.ts';
import { useOnline } from '../../../data/online.ts';
import { useOrganization } from '../../../data/organization.ts';
import { useRetentionPreview } from '../../../data/retention.ts';
import { i18n, message, translated } from '../../../i18n/i18n.ts';
import { Answer } from '../../../ui/forms/answer.tsx';
import { matching } from '../../../ui/forms/rules.ts';
import { useForm } from '../../../ui/forms/use-form.ts';
import { LoadingRows } from '../../../ui/layout/loading-rows.tsx';
import { useDialogs } from '../../../ui/overlays/dialogs.tsx';
import { dateInFull } from '../../../ui/text/date-format.ts';
import styles from './retention.module.css';
import { useSaving } from './use-saving.ts';

/** Times of deletion and rules of retention, for Level 1 (decisions 0091 and 0092). */
export function RetentionTab() {
  const organization = useOrganization();
  if (organization === undefined || organization === null) return <LoadingRows />;
  return <RetentionForm organization={organization} />;
}

const days = v.pipe(
  v.string(),
  v.trim(),
  v.digits(),
  v.transform(Number),
  v.minValue(FEWEST_ERASE_DAYS),
  v.maxValue(MOST_ERASE_DAYS),
);
const RULES = v.object({ days: matching(days, message('Enter a number of days from 7 to 365')) });

function RetentionForm({ organization }: { readonly organization: Organization }) {
  const stored = rulesOf(organization);
  const { erase_after_days: storedDays = ERASE_AFTER_DAYS, retention_from: from = null } =
    organization;
  const draft = useDraft('retention', {
    days: String(storedDays),
    tasks: textOf(stored.keep_done_tasks),
    messages: textOf(stored.keep_messages),
    activity: textOf(stored.keep_activity),
  });
  const form = useForm({ store: draft, schema: RULES });
  const { values } = form;
  const rules: RetentionRules = {
    keep_done_tasks: monthsOf(values.tasks),
    keep_messages: monthsOf(values.messages),
    keep_activity: monthsOf(values.activity),
  };
  const { counts } = useRetentionPreview(rules);
  const mutate = useTryMutate();
  const dialogs = useDialogs();
  const saving = useSaving();
  const isTooShort = keepsTooLittleActivity(rules);
  const save = async () => {
    if (!form.check() || isTooShort || !draft.isDirty) return;
    if (isStricter(stored, rules) && !(await dialogs.confirm(question(counts)))) return;
    const { changes } = draft;
    await saving.run(async () => {
      const refusal = await mutate(organizationRetention, {
        id: organization.id,
        erase_after_days: changes.days === undefined ? undefined : Number(values.days),
        keep_done_tasks: changes.tasks === undefined ? undefined : rules.keep_done_tasks,
        keep_messages: changes.messages === undefined ? undefined : rules.keep_messages,
        keep_activity: changes.activity === undefined ? undefined : rules.keep_activity,
      });
      if (refusal === undefined) form.clear();
      return refusal;
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <section className={styles['section']} aria-labelledby="deletion">
        <h2 id="deletion" className={styles['heading']}>
          {i18n.t('Deletion')}
        </h2>
        <TextInput
          className={styles['days']}
          label={i18n.t('Days until deleted things are erased')}
          description={i18n.t(
            'Deleted tasks, projects and workspaces can be restored until then. It also applies to what is deleted already.',
          )}
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          required
          withAsterisk={false}
          {...form.text('days')}
        />
      </section>
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
          onChange={(tasks) => form.set({ tasks })}
        >
          <Count
            isAsked={rules.keep_done_tasks !== null}
            text={
              counts &&
              i18n.t('{count, plural, one {# task} other {# tasks}} today', { count: counts.tasks })
            }
          />
        </Rule>
        <Rule
          label={i18n.t('Chat messages')}
          description={i18n.t(
            'Their texts, files and reactions are erased. Who wrote a message and when stays, as for a deleted message.',
          )}
          value={values.messages}
          onChange={(messages) => form.set({ messages })}
        >
          <Count
            isAsked={rules.keep_messages !== null}
            text={
              counts &&
              i18n.t('{count, plural, one {# message} other {# messages}} today', {
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
          onChange={(activity) => form.set({ activity })}
        >
          <Count
            isAsked={rules.keep_activity !== null}
            text={
              counts &&
              i18n.t('{count, plural, one {# entry} other {# entries}} today', {
                count: counts.activity,
              })
            }
          />
        </Rule>
        <Notice from={from} rules={stored} />
      </section>
      <Answer
        done={saving.isDone ? i18n.t('Retention changed') : undefined}
        error={saving.refusal && translated(saving.refusal)}
      />
      <div>
        <Button type="submit" disabled={saving.isBusy || !draft.isDirty}>
          {i18n.t('Save')}
        </Button>
      </div>
    </form>
  );
}

/** The day from which stored rules erase, while it has not come. */
function Notice({ from, rules }: { readonly from: string | null; readonly rules: RetentionRules }) {
  const isSet = Object.values(rules).some((months) => months !== null);
  if (!isSet || from === null || Date.parse(from) <= Date.now()) return null;
  return (
    <output className={styles['notice']}>
      {i18n.t('Nothing is erased by these rules before {date}.', { date: dayOf(from) })}
    </output>
  );
}

function dayOf(instant: string): string {
  const at = new Date(instant);
  return dateInFull(localDay(at.getTime(), at.getTimezoneOffset()));
}

function question(counts: RetentionPreview | undefined) {
  const isKnown = counts !== undefined;
  const values = { days: RETENTION_NOTICE_DAYS, ...counts };
  return {
    title: i18n.t('Erase by age?'),
    message: isKnown
      ? i18n.t(
          'From {days, plural, one {# day} other {# days}} from now on, the server erases every day what is older. Today that would be {tasks, plural, one {# task} other {# tasks}}, {messages, plural, one {# message} other {# messages}} and {activity, plural, one {# entry} other {# entries}} of the activity log. Until then you can take the rule back.',
          values,
        )
      : i18n.t(
          'From {days, plural, one {# day} other {# days}} from now on, the server erases every day what is older. How much that is cannot be said without a connection. Until then you can take the rule back.',
          values,
        ),
    confirm: i18n.t('Erase by age'),
    danger: true,
  };
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

function rulesOf({
  keep_done_tasks = null,
  keep_messages = null,
  keep_activity = null,
}: Organization): RetentionRules {
  return { keep_done_tasks, keep_messages, keep_activity };
}

function textOf(months: number | null): string {
  return months === null ? FOREVER : String(months);
}

function monthsOf(text: string): number | null {
  return text === FOREVER ? null : Number(text);
}
