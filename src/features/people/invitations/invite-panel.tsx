import { TextInput } from '@mantine/core';
import * as v from 'valibot';
import { useDraft } from '../../../data/drafts.ts';
import type { Roles } from '../../../data/people.ts';
import { i18n, message } from '../../../i18n/i18n.ts';
import { required } from '../../../ui/forms/rules.ts';
import { useForm } from '../../../ui/forms/use-form.ts';
import { AdminForm } from '../admin-form.tsx';
import { RoleChoice } from '../roles/role-choice.tsx';
import { addressesIn, addressesSchema } from './addresses.ts';
import { FAILURES, useInvite } from './use-invite.ts';

const RULES = v.object({
  email: addressesSchema,
  category: required(message('Department category')),
  role: required(message('Department')),
});

const EMPTY = { email: '', category: '', role: '' };

/** Invite Members: addresses, department category and department (sessions spec, 5 and 8). */
export function InvitePanel(props: { readonly lists: Roles; readonly onClose: () => void }) {
  const { lists, onClose } = props;
  const invite = useInvite();
  const draft = useDraft('invite', EMPTY);
  const form = useForm({ store: draft, schema: RULES });
  const { email, role } = form.values;
  const save = async () => {
    const { result, left } = await invite(addressesIn(email), role);
    // Those who were invited are not invited again by the next attempt.
    if (typeof result === 'object') form.set({ email: left.join(', ') });
    return result;
  };
  return (
    <AdminForm
      title={i18n.t('Invite Members')}
      submit={i18n.t('Invite')}
      form={form}
      save={save}
      failures={FAILURES}
      onClose={onClose}
    >
      <TextInput
        label={i18n.t('Email')}
        description={i18n.t('One address, or several with commas between them')}
        inputMode="email"
        required
        data-autofocus
        autoComplete="off"
        {...form.text('email')}
      />
      <RoleChoice
        words="department"
        lists={lists}
        category={form.choice('category')}
        role={form.choice('role')}
      />
    </AdminForm>
  );
}
