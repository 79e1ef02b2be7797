import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useMemo, useRef } from 'react';
import * as v from 'valibot';
import { useDraft } from '../../../data/drafts.ts';
import { type Webhook, type WebhookFields, webhookKinds } from '../../../data/webhooks.ts';
import { i18n, message } from '../../../i18n/i18n.ts';
import { SearchMultiSelect } from '../../../ui/forms/search-multi-select.tsx';
import { matching, required } from '../../../ui/forms/rules.ts';
import { useConfirmDiscard } from '../../../ui/forms/use-form-cancel.ts';
import { useForm } from '../../../ui/forms/use-form.ts';
import styles from './programs.module.css';

/** The server refuses more, e.g. addresses of private networks. */
const webAddress = v.pipe(v.string(), v.trim(), v.url(), v.regex(/^https?:/));
const RULES = v.object({
  url: v.pipe(
    required(message('Address')),
    matching(webAddress, message('Enter an address that begins with https://')),
  ),
});

interface WebhookFormProps {
  /** Undefined: a new one. */
  readonly webhook: Webhook | undefined;
  readonly disabled: boolean;
  /** Resolves to whether it was saved. */
  readonly onSave: (fields: WebhookFields) => Promise<boolean>;
  readonly onCancel: () => void;
}

/** Address and kinds of a webhook. */
export function WebhookForm({ webhook, disabled, onSave, onCancel }: WebhookFormProps) {
  const initial = { url: webhook?.url ?? '', kinds: webhook?.kinds ?? [] };
  const form = useForm({
    store: useDraft(`webhook-${webhook?.id ?? 'new'}`, initial),
    schema: RULES,
  });
  const confirmDiscard = useConfirmDiscard();
  const address = useRef<HTMLInputElement>(null);
  useEffect(() => address.current?.focus(), []);
  const kinds = useMemo(
    // A kind that the webhook has is offered even if this build does not know it.
    () => [...new Set([...webhookKinds(), ...(webhook?.kinds ?? [])])],
    [webhook],
  );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!form.check()) return;
    const { url, kinds: chosen } = form.values;
    if (await onSave({ url: url.trim(), kinds: chosen })) form.clear();
  };
  const cancel = async () => {
    if (!(await confirmDiscard(form.isDirty))) return;
    form.clear();
    onCancel();
  };
  return (
    <form className={styles['form']} onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        ref={address}
        label={i18n.t('Address')}
        description={i18n.t('It begins with https:// and is on the public internet.')}
        type="url"
        inputMode="url"
        autoComplete="off"
        required
        withAsterisk={false}
        maxLength={1_000}
        {...form.text('url')}
      />
      <SearchMultiSelect
        label={i18n.t('Kinds of changes')}
        description={i18n.t('The names of the API; none means every kind.')}
        placeholder={form.values.kinds.length === 0 ? i18n.t('Every kind') : undefined}
        clearable
        hidePickedOptions
        maxDropdownHeight={220}
        nothingFoundMessage={i18n.t('No kind of this name')}
        data={kinds}
        value={form.values.kinds}
        onChange={(chosen) => form.set({ kinds: chosen })}
      />
      <div className={styles['buttons']}>
        <Button type="submit" disabled={disabled}>
          {webhook === undefined ? i18n.t('Create the webhook') : i18n.t('Save')}
        </Button>
        <Button variant="default" disabled={disabled} onClick={() => void cancel()}>
          {i18n.t('Cancel')}
        </Button>
      </div>
    </form>
  );
}
