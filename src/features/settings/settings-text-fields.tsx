import { Button, Textarea, TextInput } from '@mantine/core';
import * as v from 'valibot';
import { useDraft } from '../../data/drafts.ts';
import { i18n, message } from '../../i18n/i18n.ts';
import { required } from '../../ui/forms/rules.ts';
import { useForm } from '../../ui/forms/use-form.ts';
import { useOnce } from '../../ui/hooks/use-once.ts';
import styles from './settings.module.css';

const RULES = v.object({ name: required(message('Name')) });

interface SettingsTexts {
  readonly name: string;
  readonly description: string;
}

interface SettingsTextFieldsProps extends SettingsTexts {
  /** Key of the draft. */
  readonly draftKey: string;
  /** Label of the name field. */
  readonly label: string;
  /** Writes only changed fields and shows the success; resolves to false when it was refused. */
  readonly save: (changed: Partial<SettingsTexts>) => Promise<boolean>;
}

/**
 * Name and description of a project or workspace. Fields without an edit follow the row; unsaved text is a
 * draft and remains.
 */
export function SettingsTextFields(props: SettingsTextFieldsProps) {
  const { draftKey, label, name: oldName, description: oldDescription, save } = props;
  const draft = useDraft(draftKey, { name: oldName, description: oldDescription });
  // Fields without an edit have their stored value, so that saving another field does not revert them.
  const values = { name: oldName, description: oldDescription, ...draft.changes };
  const form = useForm({ store: { ...draft, values }, schema: RULES });
  const { description } = form.values;
  const name = form.values.name.trim();
  const isChanged = name !== oldName || description !== oldDescription;
  const [submit, isBusy] = useOnce(async () => {
    if (!form.check() || !isChanged) return;
    const done = await save({
      ...(name !== oldName && { name }),
      ...(description !== oldDescription && { description }),
    });
    if (done) form.clear();
  });
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <TextInput label={label} required maxLength={200} readOnly={isBusy} {...form.text('name')} />
      <Textarea
        label={i18n.t('Description')}
        autosize
        minRows={3}
        maxRows={12}
        readOnly={isBusy}
        {...form.text('description')}
      />
      <div>
        <Button type="submit" disabled={!isChanged}>
          {i18n.t('Save')}
        </Button>
      </div>
    </form>
  );
}
