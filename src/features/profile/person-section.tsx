import { Button, Group, TextInput } from '@mantine/core';
import { useRef } from 'react';
import * as v from 'valibot';
import type { OrgUser } from '../../../model/entities/org-user.ts';
import { phoneSchema } from '../../../model/shared/text.ts';
import { profileEdit } from '../../../model/mutations/person/profile-edit.ts';
import { type MutateOptions, useMutate } from '../../data/client.tsx';
import { useDraft } from '../../data/drafts.ts';
import { usePickedFile } from '../../data/attach-file.ts';
import { useFile } from '../../data/files.ts';
import { usePendingFields } from '../../data/pending-fields.ts';
import { i18n, message } from '../../i18n/i18n.ts';
import { PersonAvatar } from '../../ui/marks/person-avatar.tsx';
import { RowMark } from '../../ui/marks/row-mark.tsx';
import { matching, missing, required } from '../../ui/forms/rules.ts';
import { useForm } from '../../ui/forms/use-form.ts';
import { useOnce } from '../../ui/hooks/use-once.ts';
import styles from './profile-page.module.css';
import { Section } from './section.tsx';

const NAME = { display_name: required(message('Name')) };
const NUMBER = message('Enter a phone number');
const RULES = v.object({ ...NAME, phone_number: matching(phoneSchema, NUMBER) });
/** A row without a number may be saved without one. */
const LOOSE_RULES = v.object({
  ...NAME,
  phone_number: matching(v.union([v.literal(''), phoneSchema]), NUMBER),
});

/** What this section shows of the person's row. */
const FIELDS = ['display_name', 'phone_number', 'profile_image'];

interface PersonSectionProps {
  readonly me: OrgUser;
  readonly organization: string;
}

/** Name, phone number and photo, as members of the organisation see them; saved on this device, online or offline. */
export function PersonSection({ me, organization }: PersonSectionProps) {
  return (
    <Section
      title={i18n.t('About you')}
      hint={i18n.t('This is how people of {organization} see you.', { organization })}
    >
      <Photo me={me} />
      {/* Recreated when it was saved here or elsewhere; unsaved text is a draft and remains. */}
      <PersonForm key={me.id} me={me} />
    </Section>
  );
}

function PersonForm({ me }: { readonly me: OrgUser }) {
  const mutate = useMutate();
  const mark = usePendingFields('org_users', me.id, FIELDS);
  const draft = useDraft('profile', {
    display_name: me.display_name,
    phone_number: me.phone_number,
  });
  // Fields without an edit follow the row: an administrator may have changed it meanwhile.
  const now = { display_name: me.display_name, phone_number: me.phone_number };
  const form = useForm({
    store: { ...draft, values: { ...now, ...draft.changes } },
    schema: me.phone_number === '' ? LOOSE_RULES : RULES,
    live: [missing(i18n.t('Name'))],
  });
  const { display_name, phone_number } = form.values;
  const name = display_name.trim();
  const isChanged = name !== me.display_name || phone_number.trim() !== me.phone_number;
  const [submit, isBusy] = useOnce(async () => {
    if (!form.check() || !isChanged) return;
    const args = {
      id: me.id,
      ...(name !== me.display_name && { display_name: name }),
      ...(phone_number.trim() !== me.phone_number && { phone_number: phone_number.trim() }),
    };
    if (await mutate(profileEdit, args, { success: {} })) form.clear();
  });
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <TextInput
        label={i18n.t('Full Name')}
        autoComplete="name"
        maxLength={200}
        readOnly={isBusy}
        {...form.text('display_name')}
      />
      <TextInput
        label={i18n.t('Mobile Number')}
        type="tel"
        autoComplete="tel"
        readOnly={isBusy}
        {...form.text('phone_number')}
      />
      <Group gap="sm">
        <Button type="submit" disabled={!isChanged || name === ''}>
          {i18n.t('Save')}
        </Button>
        <RowMark mark={mark} />
      </Group>
    </form>
  );
}

/** Photo: shown from this device at once, uploaded when online. */
function Photo({ me }: { readonly me: OrgUser }) {
  const mutate = useMutate();
  const pickedOf = usePickedFile('image');
  const photo = useFile(me.profile_image);
  const input = useRef<HTMLInputElement>(null);
  const put = async (profile_image: string | null, options?: MutateOptions) =>
    await mutate(profileEdit, { id: me.id, profile_image }, options);
  const choose = async (picked: File | undefined) => {
    if (picked === undefined) return;
    const file = await pickedOf(picked, me.scope);
    if (file !== undefined) await put(file.id, { files: file.files });
  };
  const remove = async () => {
    const before = me.profile_image;
    await put(null, { success: { undo: () => put(before) } });
  };
  const image = photo?.smallUrl ?? photo?.url;
  return (
    <div className={styles['photo']}>
      <PersonAvatar name={me.display_name} image={image ?? null} size={72} tooltip={false} />
      <input
        ref={input}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/webp"
        aria-label={i18n.t('Photo')}
        onChange={(event) => {
          const [picked] = Array.from(event.currentTarget.files ?? []);
          event.currentTarget.value = '';
          void choose(picked);
        }}
      />
      <Group gap="xs">
        <Button variant="default" onClick={() => input.current?.click()}>
          {me.profile_image === null ? i18n.t('Add photo') : i18n.t('Change photo')}
        </Button>
        {me.profile_image === null ? null : (
          <Button variant="subtle" color="gray" onClick={() => void remove()}>
            {i18n.t('Remove photo')}
          </Button>
        )}
      </Group>
    </div>
  );
}
