import { Button, Group, TextInput } from '@mantine/core';
import * as v from 'valibot';
import { VIEW_NAME_LIMIT } from '../../data/saved-views.ts';
import { i18n, message } from '../../i18n/i18n.ts';
import { moveFocus } from '../../ui/focus/move-focus.ts';
import { required } from '../../ui/forms/rules.ts';
import { useForm } from '../../ui/forms/use-form.ts';
import { useValues } from '../../ui/forms/use-values.ts';
import styles from './overview.module.css';

interface ViewNameFormProps {
  /** True for the name of a saved view, which this one then replaces. */
  readonly isTaken: (name: string) => boolean;
  readonly onSave: (name: string) => void;
  readonly onCancel: () => void;
}

const RULES = v.object({ name: required(message('Name')) });

/** Asks for the name of a new view. */
export function ViewNameForm({ isTaken, onSave, onCancel }: ViewNameFormProps) {
  const form = useForm({ store: useValues({ name: '' }), schema: RULES });
  const name = form.values.name.trim();
  return (
    <form
      className={styles['viewForm']}
      onSubmit={(event) => {
        event.preventDefault();
        if (form.check()) onSave(name);
      }}
    >
      <TextInput
        label={i18n.t('Name')}
        size="xs"
        ref={moveFocus}
        maxLength={VIEW_NAME_LIMIT}
        {...form.text('name')}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onCancel();
        }}
      />
      <Group gap="xs" justify="flex-end">
        <Button size="compact-sm" variant="subtle" color="gray" onClick={onCancel}>
          {i18n.t('Cancel')}
        </Button>
        <Button size="compact-sm" type="submit">
          {isTaken(name) ? i18n.t('Replace') : i18n.t('Save')}
        </Button>
      </Group>
    </form>
  );
}
