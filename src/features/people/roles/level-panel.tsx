import { Switch, TextInput } from '@mantine/core';
import * as v from 'valibot';
import type { RoleLevel } from '../../../../model/entities/role-level.ts';
import { roleLevelCreate } from '../../../../model/mutations/role/role-level-create.ts';
import { roleLevelEdit } from '../../../../model/mutations/role/role-level-edit.ts';
import { isReservedLevel, mayEditLevel } from '../../../../model/permissions/role.ts';
import { useAccount, useActor, useTryMutate } from '../../../data/client.tsx';
import { useDraft } from '../../../data/drafts.ts';
import { i18n, message } from '../../../i18n/i18n.ts';
import { matching, required } from '../../../ui/forms/rules.ts';
import { useForm } from '../../../ui/forms/use-form.ts';
import { ACCESS, type AccessKey } from './access-labels.ts';
import { AdminForm } from '../admin-form.tsx';
import { useCreate } from '../use-create.ts';
import styles from '../admin-form.module.css';

const RULES = v.object({
  name: required(message('Name')),
  order: matching(
    v.pipe(v.string(), v.trim(), v.regex(/^[1-9][0-9]{0,2}$/)),
    message('Order is a whole number from 1 to 999'),
  ),
});

interface LevelPanelProps {
  readonly level?: RoleLevel | undefined;
  readonly onClose: () => void;
}

/** Add Role Level: name, order and four access toggles; get access is on by default (sessions spec, 2, 5 and 9). */
export function LevelPanel({ level, onClose }: LevelPanelProps) {
  const account = useAccount();
  const actor = useActor();
  const mutate = useTryMutate();
  const create = useCreate();
  const draft = useDraft(`level-${level?.id ?? 'new'}`, startOf(level));
  const form = useForm({ store: draft, schema: RULES });
  const { values } = form;
  const order = Number(values.order);
  const isFixed = level !== undefined && isReservedLevel(level.name);
  const isClosed =
    level !== undefined && actor !== undefined && mayEditLevel(actor, level, {}) !== undefined;
  const save = async () => {
    if (level === undefined) {
      const fields = { name: values.name.trim(), order, ...flagsOf(values) };
      return create(roleLevelCreate, { id: account?.newId() ?? '', ...fields });
    }
    if (!draft.isDirty) return undefined;
    // Only changed fields: two administrators may edit different fields at the same time.
    const { changes } = draft;
    const flags = Object.fromEntries(
      ACCESS.filter(({ key }) => changes[key] !== undefined).map(({ key }) => [
        key,
        changes[key] === 'on',
      ]),
    );
    const named = {
      name: changes.name?.trim(),
      order: changes.order === undefined ? undefined : order,
    };
    return mutate(roleLevelEdit, { id: level.id, ...named, ...flags });
  };
  return (
    <AdminForm
      title={level === undefined ? i18n.t('Add Role Level') : i18n.t('Edit level')}
      submit={level === undefined ? i18n.t('Add level') : i18n.t('Save')}
      form={form}
      save={save}
      onClose={onClose}
    >
      <TextInput
        label={i18n.t('Name')}
        required
        data-autofocus
        autoComplete="off"
        maxLength={200}
        disabled={isFixed}
        {...form.text('name')}
      />
      <TextInput
        label={i18n.t('Order')}
        required
        inputMode="numeric"
        autoComplete="off"
        disabled={isFixed}
        description={i18n.t('Position of the level in lists; it grants no access.')}
        {...form.text('order')}
      />
      <fieldset className={styles['flags']}>
        <legend className={styles['legend']}>{i18n.t('Access')}</legend>
        {ACCESS.map(({ key, label, hint }) => (
          <Switch
            key={key}
            label={i18n.t(label)}
            description={i18n.t(hint)}
            checked={values[key] === 'on'}
            disabled={isClosed || (actor !== undefined && !actor[key] && values[key] !== 'on')}
            onChange={(event) => form.set({ [key]: event.currentTarget.checked ? 'on' : 'off' })}
          />
        ))}
      </fieldset>
      <p className={styles['note']}>
        {isClosed
          ? i18n.t('You cannot change this level.')
          : i18n.t('You can give only the access that you have yourself.')}
      </p>
    </AdminForm>
  );
}

function startOf(level: RoleLevel | undefined) {
  const flag = (key: AccessKey, start: boolean) => ((level?.[key] ?? start) ? 'on' : 'off');
  return {
    name: level?.name ?? '',
    order: level === undefined ? '' : String(level.order),
    get_access: flag('get_access', true),
    post_access: flag('post_access', false),
    patch_access: flag('patch_access', false),
    delete_access: flag('delete_access', false),
  };
}

function flagsOf(values: Readonly<Record<AccessKey, string>>) {
  return {
    get_access: values.get_access === 'on',
    post_access: values.post_access === 'on',
    patch_access: values.patch_access === 'on',
    delete_access: values.delete_access === 'on',
  };
}
