import { TextInput } from '@mantine/core';
import * as v from 'valibot';
import { invitationCreate } from '../../../../model/mutations/invitation/invitation-create.ts';
import { refuse } from '../../../../model/shared/errors.ts';
import { emailSchema } from '../../../../model/shared/text.ts';
import { type InviteOutcome, useInviteOutcome } from '../../../data/administration.ts';
import { useAccount, useTryMutate } from '../../../data/client.tsx';
import { useDraft } from '../../../data/drafts.ts';
import { type Roles, usePeople } from '../../../data/people.ts';
import { matching, required } from '../../../ui/forms/rules.ts';
import { useForm } from '../../../ui/forms/use-form.ts';
import { AdminForm } from '../admin-form.tsx';
import { RoleChoice } from '../roles/role-choice.tsx';
import { usedAddress } from '../members/used-address.ts';

const RULES = v.object({
  email: matching(emailSchema, 'Enter an e-mail address'),
  category: required('Department category'),
  role: required('Department'),
});

const EMPTY = { email: '', category: '', role: '' };

/** Invite Members: address, department category and department (sessions spec, 5 and 8). */
export function InvitePanel(props: { readonly lists: Roles; readonly onClose: () => void }) {
  const { lists, onClose } = props;
  const account = useAccount();
  const mutate = useTryMutate();
  const outcomeOf = useInviteOutcome();
  const people = usePeople();
  const draft = useDraft('invite', EMPTY);
  const form = useForm({ store: draft, schema: RULES });
  const { email, role } = form.values;
  const save = async () => {
    const id = account?.newId() ?? '';
    const address = email.trim().toLowerCase();
    const taken = usedAddress(people ?? [], address);
    if (taken !== undefined) return refuse(taken.code, `${FAILURES.refused} ${taken.message}`);
    try {
      const refusal = await mutate(invitationCreate, { id, email: address, role });
      if (refusal !== undefined) return refusal;
      const { outcome, reason } = await outcomeOf(id);
      if (outcome !== 'refused') return TEXTS[outcome];
      return refuse('invalid', reason ?? FAILURES.refused);
    } catch {
      return refuse('internal', FAILURES.broken);
    }
  };
  return (
    <AdminForm
      title="Invite Members"
      submit="Invite"
      form={form}
      save={save}
      failures={FAILURES}
      onClose={onClose}
    >
      <TextInput
        label="Email"
        type="email"
        required
        data-autofocus
        autoComplete="off"
        {...form.text('email')}
      />
      <RoleChoice
        labels={{ category: 'Department category', role: 'Department' }}
        lists={lists}
        category={form.choice('category')}
        role={form.choice('role')}
      />
    </AdminForm>
  );
}

const FAILURES = { refused: 'Failed to send mail.', broken: 'Error during invite.' } as const;

/** State of the mail as text. */
const TEXTS: Readonly<Record<Exclude<InviteOutcome, 'refused'>, string>> = {
  sent: 'Mail sent successfully!',
  delayed: 'The mail server is down: the mail is queued and will be sent.',
  queued: 'Invitation saved: the mail is queued and will be sent.',
  waiting: 'Saved on this device. The mail goes out when you are online.',
};
