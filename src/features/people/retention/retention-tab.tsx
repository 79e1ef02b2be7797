import { Button, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import * as v from 'valibot';
import { type Organization, organizations } from '../../../../model/entities/organization.ts';
import type { RetentionPreview } from '../../../../model/protocol/retention.ts';
import { localDay } from '../../../../model/shared/dates.ts';
import { FEWEST_ERASE_DAYS, MOST_ERASE_DAYS } from '../../../../model/shared/erasure.ts';
import {
  isStricter,
  keepsTooLittleActivity,
  RETENTION_NOTICE_DAYS,
  type RetentionRules,
} from '../../../../model/shared/retention.ts';
import { useDraft } from '../../../data/drafts.ts';
import { useOrganization } from '../../../data/organization.ts';
import { useRetentionPreview } from '../../../data/retention.ts';
import { i18n, message, translated } from '../../../i18n/i18n.ts';
import { Answer } from '../../../ui/forms/answer.tsx';
import { matching } from '../../../ui/forms/rules.ts';
import { useForm } from '../../../ui/forms/use-form.ts';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { LoadingRows } from '../../../ui/layout/loading-rows.tsx';
import { useDialogs } from '../../../ui/overlays/dialogs.tsx';
import { dateInFull } from '../../../ui/text/date-format.ts';
import { DetailMonthsField } from './detail-months.tsx';
import styles from './retention.module.css';
import { monthsOf, RetentionRuleFields, textOf } from './retention-rules.tsx';
import { savedMessage, useSaveRetention } from './use-save-retention.ts';
import { useSaving } from './use-saving.ts';

const HOUR_MS = 60 * 60_000;

/** Times of deletion, rules of retention and details on devices, for Level 1 (decisions 0091 and 0092). */
export function RetentionTab() {
  const organization = useOrganization();
  if (organization === undefined || organization === null) return <LoadingRows />;
  // A row that an older build has stored on this device has no rules.
  return <RetentionForm organization={organizations.parse(organization)} />;
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
  const stored: RetentionRules = organization;
  const { erase_after_days: storedDays, retention_from: from } = organization;
  const draft = useDraft('retention', {
    days: String(storedDays),
    tasks: textOf(stored.keep_done_tasks),
    messages: textOf(stored.keep_messages),
    activity: textOf(stored.keep_activity),
    details: String(organization.detail_months),
  });
  const form = useForm({ store: draft, schema: RULES });
  const { values } = form;
  const rules: RetentionRules = {
    keep_done_tasks: monthsOf(values.tasks),
    keep_messages: monthsOf(values.messages),
    keep_activity: monthsOf(values.activity),
  };
  const { counts } = useRetentionPreview(rules);
  const saveChanges = useSaveRetention(organization.id);
  const dialogs = useDialogs();
  const saving = useSaving();
  const isTooShort = keepsTooLittleActivity(rules);
  const save = async () => {
    if (!form.check() || isTooShort || !draft.isDirty) return;
    if (isStricter(stored, rules) && !(await dialogs.confirm(question(counts)))) return;
    const { changes } = draft;
    await saving.run(async () => {
      const refusal = await saveChanges(changes);
      if (refusal === undefined) form.clear();
      return refusal;
    }, savedMessage(changes));
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
      <RetentionRuleFields
        values={values}
        rules={rules}
        counts={counts}
        onChange={(change) => form.set(change)}
      >
        <Notice from={from} rules={stored} />
      </RetentionRuleFields>
      <DetailMonthsField value={values.details} onChange={(details) => form.set({ details })} />
      <Answer
        done={saving.done && i18n.t(saving.done)}
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
  const { keep_done_tasks: tasks, keep_messages: messages, keep_activity: activity } = rules;
  const isSet = tasks !== null || messages !== null || activity !== null;
  const now = useNow(HOUR_MS);
  if (!isSet || from === null || Date.parse(from) <= now) return null;
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
          'In {days, plural, one {# day} other {# days}} the server begins to erase, every day, what is older. Today that would be {tasks, plural, one {# task} other {# tasks}}, {messages, plural, one {# message} other {# messages}} and {activity, plural, one {# entry} other {# entries}} of the activity log. Until then you can take the rule back.',
          values,
        )
      : i18n.t(
          'In {days, plural, one {# day} other {# days}} the server begins to erase, every day, what is older. How much that is cannot be said without a connection. Until then you can take the rule back.',
          values,
        ),
    confirm: i18n.t('Erase by age'),
    danger: true,
  };
}
