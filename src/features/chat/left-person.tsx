import { Button, Group } from '@mantine/core';
import { useId } from 'react';
import type { OrgUser } from '../../../model/entities/org-user.ts';
import { useDraft } from '../../data/drafts.ts';
import { i18n } from '../../i18n/i18n.ts';
import { saveFile } from '../../ui/files/save-file.ts';
import type { Shots } from '../../ui/files/shots.ts';
import { useTakeOffered } from '../../ui/files/use-take-offered.ts';
import type { FileToSend } from '../../ui/files/use-file-to-send.ts';
import { useDialogs } from '../../ui/overlays/dialogs.tsx';
import { mayDiscard } from '../../ui/overlays/may-discard.ts';
import { copyOwnText } from '../../ui/text/copy-own-text.ts';
import styles from './composer.module.css';
import rejected from './rejected.module.css';

interface Form {
  /** Key of its draft. */
  readonly key: string;
  readonly initial: string;
}

interface Props {
  readonly person: Pick<OrgUser, 'display_name'>;
  /** Message fields of the conversation that cannot be sent from any more. */
  readonly forms: readonly Form[];
  readonly shots: Shots;
  readonly attachment: FileToSend;
}

/** In place of the message field when the other person has left: what was typed and chosen for them, to take out. */
export function LeftPerson({ person, forms, shots, attachment }: Props) {
  const { file: picked, pick } = attachment;
  const heading = useId();
  useTakeOffered(attachment, shots);
  return (
    <>
      <section className={rejected['list']} aria-labelledby={heading}>
        <h2 id={heading} className={rejected['heading']}>
          {i18n.t('Not sent.')}
        </h2>
        {forms.map((form) => (
          <LeftText key={form.key} form={form} />
        ))}
        {picked !== undefined && <LeftFile file={picked} onDiscard={async () => pick(undefined)} />}
        {shots.left.map((file) => (
          <LeftFile
            key={`${file.name} ${String(file.lastModified)}`}
            file={file}
            onDiscard={() => shots.discard([file])}
          />
        ))}
      </section>
      <p className={styles['left']}>
        {i18n.t('{name} is no longer here.', { name: person.display_name })}
      </p>
    </>
  );
}

function LeftText({ form }: { readonly form: Form }) {
  const draft = useDraft(form.key, { text: form.initial });
  const dialogs = useDialogs();
  const { text } = draft.values;
  if (!draft.isDirty) return null;
  const discard = async () => {
    if (await mayDiscard(dialogs, i18n.t('Discard this text?'))) draft.clear();
  };
  return (
    <div className={rejected['refused']}>
      <p className={rejected['words']}>{text}</p>
      <Group gap="xs">
        <Button size="compact-xs" variant="default" onClick={() => void copyOwnText(text)}>
          {i18n.t('Copy my text')}
        </Button>
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => void discard()}>
          {i18n.t('Discard')}
        </Button>
      </Group>
    </div>
  );
}

interface FileProps {
  readonly file: File;
  readonly onDiscard: () => Promise<void>;
}

function LeftFile({ file, onDiscard }: FileProps) {
  const { name } = file;
  const dialogs = useDialogs();
  const discard = async () => {
    if (await mayDiscard(dialogs, i18n.t('Discard "{name}"?', { name }))) await onDiscard();
  };
  return (
    <div className={rejected['refused']}>
      <p className={rejected['words']}>{name}</p>
      <Group gap="xs">
        <Button
          size="compact-xs"
          variant="default"
          aria-label={i18n.t('Save {name}', { name })}
          onClick={() => saveFile(file, name)}
        >
          {i18n.t('Save')}
        </Button>
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          aria-label={i18n.t('Discard {name}', { name })}
          onClick={() => void discard()}
        >
          {i18n.t('Discard')}
        </Button>
      </Group>
    </div>
  );
}
