import { Button, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useDraft } from '../../data/drafts.ts';
import { showToast } from '../../ui/overlays/toasts.tsx';
import styles from './settings.module.css';

interface SettingsTexts {
  readonly name: string;
  readonly description: string;
}

interface SettingsTextFieldsProps extends SettingsTexts {
  /** Under which name half-typed text is kept. */
  readonly draftKey: string;
  /** Of the field for the name. */
  readonly label: string;
  /** Writes only what was changed; false when it was refused. */
  readonly save: (changed: Partial<SettingsTexts>) => Promise<boolean>;
  /** What the toast says when it is saved. */
  readonly saved: string;
}

/**
 * Name and description of a project or a workspace. What nobody types in here follows what is saved elsewhere; half-typed
 * text is a draft and stays.
 */
export function SettingsTextFields(props: SettingsTextFieldsProps) {
  const { draftKey, label, name: oldName, description: oldDescription, save, saved } = props;
  const draft = useDraft(draftKey, { name: oldName, description: oldDescription });
  const [tried, setTried] = useState(false);
  // A field nobody has touched here is as it is saved now, so that saving another one does not take it back.
  const typed = { name: oldName, description: oldDescription, ...draft.changes };
  const name = typed.name.trim();
  const { description } = typed;
  const isChanged = name !== oldName || description !== oldDescription;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (name === '' || !isChanged) return;
    const done = await save({
      ...(name !== oldName && { name }),
      ...(description !== oldDescription && { description }),
    });
    if (!done) return;
    draft.clear();
    showToast({ message: saved });
  };
  return (
    <form className={styles['form']} onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        label={label}
        required
        maxLength={200}
        value={typed.name}
        error={tried && name === '' ? 'Name is required' : undefined}
        onChange={(event) => draft.set({ name: event.currentTarget.value })}
      />
      <Textarea
        label="Description"
        autosize
        minRows={3}
        maxRows={12}
        value={description}
        onChange={(event) => draft.set({ description: event.currentTarget.value })}
      />
      <div>
        <Button type="submit" disabled={!isChanged}>
          Save
        </Button>
      </div>
    </form>
  );
}
