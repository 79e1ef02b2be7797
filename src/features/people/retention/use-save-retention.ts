import { organizationDetailMonths } from '../../../../model/mutations/organization/organization-detail-months.ts';
import { organizationRetention } from '../../../../model/mutations/organization/organization-retention.ts';
import { DETAIL_MONTHS } from '../../../../model/shared/detail-months.ts';
import type { Refusal } from '../../../../model/shared/errors.ts';
import { useTryMutate } from '../../../data/client.tsx';
import { type Message, message } from '../../../i18n/i18n.ts';
import { monthsOf, type RetentionValues } from './retention-rules.tsx';

type Changes = Partial<RetentionValues>;

/** Saves the changed values of the form: one mutation for what is erased, one for the details on devices. */
export function useSaveRetention(
  organization: string,
): (changes: Changes) => Promise<Refusal | undefined> {
  const mutate = useTryMutate();
  return async ({ details, ...rules }) => {
    const { days, tasks, messages, activity } = rules;
    const refusal = hasRules(rules)
      ? await mutate(organizationRetention, {
          id: organization,
          erase_after_days: days === undefined ? undefined : Number(days),
          keep_done_tasks: tasks === undefined ? undefined : monthsOf(tasks),
          keep_messages: messages === undefined ? undefined : monthsOf(messages),
          keep_activity: activity === undefined ? undefined : monthsOf(activity),
        })
      : undefined;
    const months = DETAIL_MONTHS.find((one) => String(one) === details);
    if (refusal !== undefined || months === undefined) return refusal;
    return await mutate(organizationDetailMonths, { id: organization, detail_months: months });
  };
}

/** Message after saving these values. */
export function savedMessage({ details: _details, ...rules }: Changes): Message {
  return hasRules(rules) ? message('Retention changed') : message('Details on devices changed');
}

function hasRules(rules: Omit<Changes, 'details'>): boolean {
  return Object.values(rules).some((value) => value !== undefined);
}
