import { TextInput } from '@mantine/core';
import * as v from 'valibot';
import { personCreate } from '../../../../model/mutations/person/person-create.ts';
import { emailSchema, phoneSchema } from '../../../../model/shared/text.ts';
import { useAccount } from '../../../data/client.tsx';
import { useDraft } from '../../../data/drafts.ts';
import { type Roles, usePeople } from '../../../data/people.ts';
import { i18n, message } from '../../../i18n/i18n.ts';
import { matching, required } from '../../../ui/forms/rules.ts';
import { useForm } from '../../../ui/forms/use-form.ts';
import { AdminForm } from '../admin-form.tsx';
import { useCreate } from '../use-create.ts';
import { RoleChoice } from '../roles/role-choice.tsx';
import { usedAddress } from './used-address.ts';

const RULES = v.object({
  name: required(message('Name')),
  phone: matching(phoneSchema, message('Enter a phone number')),
  email: matching(emailSchema, message('Enter an e-mail address')),
  category: required(message('Category')),
  role: required(message('Role')),
});

const EMPTY = { name: '', phone: '', email: '', category: '', role: '' };

/** Add User (sessions spec, 2 and 5): the role list is filtered by the chosen category. */
export function AddUserPanel(props: { readonly lists: Roles; readonly onClose: () => void }) {
  const { lists, onClose } = props;
  const account = useAccount();
  const create = useCreate();
  const people = usePeople();
  const draft = useDraft('add-user', EMPTY);
  const form = useForm({ store: draft, schema: RULES });
  const { values } = form;
  const save = async () => {
    const taken = usedAddress(people ?? [], values.email);
    if (taken !== undefined) return taken;
    return create(personCreate, {
      id: account?.newId() ?? '',
      display_name: values.name,
      phone_number: values.phone,
      email: values.email,
      user_role: values.role,
      role_category: values.category,
    });
  };
  return (
    <AdminForm
      title={i18n.t('Add User')}
      submit={i18n.t('Add user')}
      form={form}
      save={save}
      onClose={onClose}
    >
      <TextInput
        label={i18n.t('Name')}
        required
        data-autofocus
        autoComplete="off"
        {...form.text('name')}
      />
      <TextInput
        label={i18n.t('Phone Number')}
        type="tel"
        required
        autoComplete="off"
        {...form.text('phone')}
      />
      <TextInput
        label={i18n.t('Email')}
        type="email"
        required
        autoComplete="off"
        {...form.text('email')}
      />
      <RoleChoice
        words="role"
        lists={lists}
        category={form.choice('category')}
        role={form.choice('role')}
      />
    </AdminForm>
  );
}
