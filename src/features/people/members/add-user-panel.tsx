import { TextInput } from '@mantine/core';
import { useState } from 'react';
import * as v from 'valibot';
import { personCreate } from '../../../../model/mutations/person/person-create.ts';
import { emailSchema, phoneSchema } from '../../../../model/shared/text.ts';
import { useAccount, useTryMutate } from '../../../data/client.tsx';
import { useDraft } from '../../../data/drafts.ts';
import { type Roles, usePeople } from '../../../data/people.ts';
import { AdminForm } from '../admin-form.tsx';
import { RoleChoice } from '../roles/role-choice.tsx';
import { usedAddress } from './used-address.ts';

const EMPTY = { name: '', phone: '', email: '', category: '', role: '' };

/** Add User (sessions spec, 2 and 5): the role list is filtered to the chosen category. */
export function AddUserPanel(props: { readonly lists: Roles; readonly onClose: () => void }) {
  const { lists, onClose } = props;
  const account = useAccount();
  const mutate = useTryMutate();
  const people = usePeople();
  const draft = useDraft('add-user', EMPTY);
  const [tried, setTried] = useState(false);
  const { values } = draft;
  const errors = tried ? errorsOf(values) : {};
  const save = async () => {
    const taken = usedAddress(people ?? [], values.email);
    if (taken !== undefined) return taken;
    return mutate(personCreate, {
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
      title="Add User"
      submit="Add user"
      isDirty={draft.isDirty}
      isValid={() => {
        setTried(true);
        return Object.keys(errorsOf(values)).length === 0;
      }}
      save={save}
      done={`${values.name.trim()} added; an invitation goes out by mail`}
      onDiscard={() => {
        setTried(false);
        draft.clear();
      }}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        required
        data-autofocus
        autoComplete="off"
        value={values.name}
        error={errors.name}
        onChange={(event) => draft.set({ name: event.currentTarget.value })}
      />
      <TextInput
        label="Phone Number"
        type="tel"
        required
        autoComplete="off"
        value={values.phone}
        error={errors.phone}
        onChange={(event) => draft.set({ phone: event.currentTarget.value })}
      />
      <TextInput
        label="Email"
        type="email"
        required
        autoComplete="off"
        value={values.email}
        error={errors.email}
        onChange={(event) => draft.set({ email: event.currentTarget.value })}
      />
      <RoleChoice
        labels={{ category: 'Category', role: 'Role' }}
        lists={lists}
        category={values.category}
        role={values.role}
        tried={tried}
        onChange={draft.set}
      />
    </AdminForm>
  );
}

type Errors = Partial<Record<keyof typeof EMPTY, string>>;

function errorsOf(values: typeof EMPTY): Errors {
  return {
    ...(values.name.trim() === '' && { name: 'Name is required' }),
    ...(!v.is(phoneSchema, values.phone) && { phone: 'Enter a phone number' }),
    ...(!v.is(emailSchema, values.email) && { email: 'Enter an e-mail address' }),
    ...(values.category === '' && { category: 'Category is required' }),
    ...(values.role === '' && { role: 'Role is required' }),
  };
}
