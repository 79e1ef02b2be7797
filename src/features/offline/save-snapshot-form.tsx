import { Button, Progress, Switch } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useClient } from '../../data/client.tsx';
import {
  EMPTY_PASSPHRASE,
  passphraseRules,
  STRENGTHS,
  strengthOf,
  useStrength,
} from '../../data/passphrase.ts';
import { type SavedSnapshot, useSnapshotWork } from '../../data/snapshots.ts';
import { i18n } from '../../i18n/i18n.ts';
import { formatSize } from '../../ui/files/file-format.ts';
import { saveFile } from '../../ui/files/save-file.ts';
import { NewPassphrase } from '../../ui/forms/new-passphrase.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { useValues } from '../../ui/forms/use-values.ts';
import styles from './offline-page.module.css';

/** Encrypts a snapshot with a passphrase and saves the file. */
export function SaveSnapshotForm({ onClose }: { readonly onClose: () => void }) {
  const client = useClient();
  const work = useSnapshotWork();
  const form = useForm({ store: useValues(EMPTY_PASSPHRASE), schema: passphraseRules });
  const [withFiles, setWithFiles] = useState(true);
  const [saved, setSaved] = useState<SavedSnapshot & { readonly name: string }>();
  const strength = useStrength(form.values.passphrase);
  const isRunning = work.progress !== undefined;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!form.check()) return;
    const { passphrase } = form.values;
    if ((await strengthOf(passphrase)) === 'common') return work.fail(i18n.t(STRENGTHS.common));
    const at = new Date().toISOString();
    const done = await work.run((snapshots, notify) =>
      snapshots.saveSnapshot(client, { passphrase, withFiles, at }, notify),
    );
    if (done === undefined) return;
    const name = `cairn-${at.slice(0, 10)}.cairnsnapshot`;
    saveFile(done.file, name);
    setSaved({ ...done, name });
    form.clear();
  };
  if (saved !== undefined) return <Saved saved={saved} onClose={onClose} />;
  return (
    <form className={styles['form']} onSubmit={(event) => void submit(event)}>
      <NewPassphrase
        form={form}
        description={i18n.t(
          'Without it nobody can open the file, and nobody can recover it: neither the server nor an administrator has it.',
        )}
        strength={strength}
        strengthText={i18n.t(STRENGTHS[strength ?? 'short'])}
      />
      <Switch
        label={i18n.t('With the files that are on this device')}
        description={i18n.t('Files that were not sent are always contained.')}
        checked={withFiles}
        onChange={({ currentTarget }) => setWithFiles(currentTarget.checked)}
      />
      {isRunning ? (
        <Progress value={(work.progress ?? 0) * 100} aria-label={i18n.t('Saving the snapshot')} />
      ) : null}
      <p className={styles['error']} role="alert">
        {work.error ?? ''}
      </p>
      <div className={styles['buttons']}>
        <Button type="submit" disabled={isRunning}>
          {isRunning ? i18n.t('Saving...') : i18n.t('Save the file')}
        </Button>
        <Button variant="default" onClick={onClose} disabled={isRunning}>
          {i18n.t('Cancel')}
        </Button>
      </div>
    </form>
  );
}

function Saved({
  saved,
  onClose,
}: {
  readonly saved: SavedSnapshot & { readonly name: string };
  readonly onClose: () => void;
}) {
  const { file, name, rows, files, unsent } = saved;
  return (
    <div className={styles['form']}>
      <output>
        {i18n.t(
          'Saved as {name}, {size}: {rows, plural, one {# row} other {# rows}}, {files, plural, one {# file} other {# files}} and {unsent, plural, =0 {no unsent changes} one {# unsent change} other {# unsent changes}}.',
          { name, size: formatSize(file.size), rows, files, unsent },
        )}
      </output>
      <div className={styles['buttons']}>
        <Button variant="default" onClick={() => saveFile(file, name)}>
          {i18n.t('Save once more')}
        </Button>
        <Button onClick={onClose}>{i18n.t('Close')}</Button>
      </div>
    </div>
  );
}
