import { Button, TextInput } from '@mantine/core';
import { Suspense } from 'react';
import * as v from 'valibot';
import type { OrgUser } from '../../../../model/entities/org-user.ts';
import { personEdit } from '../../../../model/mutations/person/person-edit.ts';
import { personSetRole } from '../../../../model/mutations/person/person-set-role.ts';
import { withAllAccess } from '../../../../model/permissions/actor.ts';
import { mayEditPerson } from '../../../../model/permissions/person.ts';
import { mayEndSessionsOf } from '../../../../model/permissions/sign-in-rules.ts';
import { phoneSchema } from '../../../../model/shared/text.ts';
import { useActor, useTryMutate } from '../../../data/client.tsx';
import { useDraft } from '../../../data/drafts.ts';
import type { Roles } from '../../../data/people.ts';
import { i18n, message, translated } from '../../../i18n/i18n.ts';
import { matching, required } from '../../../ui/forms/rules.ts';
import { useForm } from '../../../ui/forms/use-form.ts';
import { PersonAvatar } from '../../../ui/marks/person-avatar.tsx';
import { prefetch } from '../../../ui/prefetch.ts';
import { ACCESS } from '../roles/access-labels.ts';
import { AdminForm } from '../admin-form.tsx';
import styles from '../admin-form.module.css';
import { stateOf } from './person-messages.ts';
import { RoleChoice } from '../roles/role-choice.tsx';
import { useSetActive } from './use-set-active.ts';

const { Component: MemberSessionList } = prefetch(
  async () => (await import('./member-sessions.tsx')).MemberSessionList,
);

const KEPT_PHONE = v.object({ name: required(message('Name')), role: required(message('Role')) });
const RULES = v.object({
  ...KEPT_PHONE.entries,
  phone: matching(phoneSchema, message('Enter a phone number')),
});

interface PersonPanelProps {
  readonly person: OrgUser;
  readonly lists: Roles;
  readonly onClose: () => void;
}

/** Form for administrators: name, phone number, role, and deactivation. */
export function PersonPanel({ person, lists, onClose }: PersonPanelProps) {
  const actor = useActor();
  const mutate = useTryMutate();
  const setActive = useSetActive();
  const current = lists.roles.find(({ id }) => id === person.user_role);
  const level = lists.levels.find(({ id }) => id === current?.level);
  const draft = useDraft(`person-${person.id}`, {
    name: person.display_name,
    phone: person.phone_number,
    category: current?.role_category ?? '',
    role: person.user_role,
  });
  const form = useForm({
    store: draft,
    // A number from before the rule existed remains valid.
    schema: ({ phone }) => (phone === person.phone_number ? KEPT_PHONE : RULES),
  });
  const { role } = form.values;
  if (actor === undefined) return null;
  const isSelf = person.id === actor.orgUserId;
  const context = { isSelf, level: level?.name };
  const closed = mayEditPerson(actor, context);
  // Without the access flag the click shows the permission message, as everywhere.
  const mayDeactivate = !isSelf && mayEditPerson(withAllAccess(actor), context) === undefined;
  // Whoever is deactivated keeps the role; a changed one waits for Save.
  const returning = person.active || closed !== undefined || role === '' ? {} : { role };
  const save = async () => {
    const { changes } = draft;
    if (changes.name !== undefined || changes.phone !== undefined) {
      const fields = {
        id: person.id,
        display_name: changes.name?.trim(),
        phone_number: changes.phone?.trim(),
      };
      const refusal = await mutate(personEdit, fields);
      if (refusal !== undefined) return refusal;
    }
    if (changes.role === undefined || role === person.user_role) return undefined;
    return mutate(personSetRole, { id: person.id, user_role: role });
  };
  return (
    <AdminForm
      title={i18n.t('Edit user')}
      submit={i18n.t('Save')}
      disabled={closed !== undefined}
      form={form}
      save={save}
      onClose={onClose}
    >
      <div className={styles['person']}>
        <PersonAvatar
          name={person.display_name}
          image={person.profile_image}
          size={40}
          tooltip={false}
        />
        <span className={styles['words']}>
          <span className={styles['name']}>{person.display_name}</span>
          <span className={styles['muted']}>
            {person.email} · {i18n.t(STATE[stateOf(person)])}
          </span>
        </span>
      </div>
      <TextInput
        label={i18n.t('Name')}
        required
        data-autofocus
        autoComplete="off"
        maxLength={200}
        disabled={closed !== undefined}
        {...form.text('name')}
      />
      <TextInput
        label={i18n.t('Phone Number')}
        type="tel"
        required
        autoComplete="off"
        disabled={closed !== undefined}
        {...form.text('phone')}
      />
      <RoleChoice
        words="role"
        lists={lists}
        category={form.choice('category')}
        role={form.choice('role')}
        keep={person.user_role}
        disabled={isSelf || closed !== undefined}
      />
      <p className={styles['note']}>
        {isSelf
          ? i18n.t(OWN_ROLE)
          : closed === undefined
            ? roleNote(lists, role)
            : translated(closed.message)}
      </p>
      {person.joined && mayEndSessionsOf(actor, { isSelf }) === undefined ? (
        <Suspense>
          <MemberSessionList person={person} />
        </Suspense>
      ) : null}
      {!mayDeactivate ? null : (
        <div className={styles['section']}>
          <p className={styles['note']}>
            {person.active
              ? i18n.t(
                  'Deactivating ends their sessions and access at once. Their tasks, comments and teams stay as they are.',
                )
              : i18n.t('They can return with the role above; their work is still here.')}
          </p>
          <Button
            variant="default"
            className={(person.active ? styles['danger'] : undefined) ?? ''}
            onClick={() =>
              void setActive(person, !person.active, { level: level?.name, ...returning })
            }
          >
            {person.active ? i18n.t('Deactivate user') : i18n.t('Reactivate user')}
          </Button>
        </div>
      )}
    </AdminForm>
  );
}

const STATE = {
  active: message('Active'),
  invited: message('Invited'),
  deactivated: message('Deactivated'),
} as const;

const OWN_ROLE = message('You cannot change your own role. Another administrator can.');

/** Description of the level that the role grants. */
function roleNote(lists: Roles, roleId: string): string {
  const role = lists.roles.find(({ id }) => id === roleId);
  const level = lists.levels.find(({ id }) => id === role?.level);
  if (level === undefined) return '';
  const given = ACCESS.filter(({ key }) => level[key]).map(({ word }) => i18n.t(word));
  return given.length === 0
    ? i18n.t('{level}: no access', { level: level.name })
    : `${level.name}: ${given.join(', ')}`;
}
