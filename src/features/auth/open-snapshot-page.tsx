import { Anchor, Button, FileInput, PasswordInput, Progress, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import * as v from 'valibot';
import { sweepSnapshots, useSnapshotWork } from '../../data/snapshots.ts';
import { i18n, message } from '../../i18n/i18n.ts';
import { required } from '../../ui/forms/rules.ts';
import { useForm } from '../../ui/forms/use-form.ts';
import { useValues } from '../../ui/forms/use-values.ts';
import { AuthLayout } from './auth-layout.tsx';
import { FormMessage } from './form-message.tsx';

const EMPTY = { passphrase: '' };
const RULES = v.object({ passphrase: required(message('Passphrase')) });

/** Opens a snapshot in this tab, read-only, without a network and without an account (decision 0080). */
export function OpenSnapshotPage() {
  // The snapshot that this tab showed cannot be shown any more: `snapshotClient` sets this address.
  const [hasEnded] = useState(() => location.hash === '#ended');
  const work = useSnapshotWork();
  const form = useForm({ store: useValues(EMPTY), schema: RULES });
  const [file, setFile] = useState<File | null>(null);
  const [isOpen, setOpen] = useState(false);
  const isRunning = work.progress !== undefined || isOpen;
  useEffect(() => {
    // What a closed tab left behind cannot be read by anybody; here it takes no space either.
    void sweepSnapshots();
  }, []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!form.check()) return;
    if (file === null) return work.fail(i18n.t('Choose the file of the snapshot.'));
    const { passphrase } = form.values;
    const opened = await work.run(async (snapshots, notify) => {
      await snapshots.openSnapshot(file, passphrase, notify);
      return true;
    });
    setOpen(opened === true);
  };
  return (
    <AuthLayout
      title={i18n.t('Open a snapshot')}
      hint={
        hasEnded
          ? i18n.t('The snapshot that was open here is closed. Open its file again.')
          : i18n.t('It opens in this tab, read-only, without a network and without an account.')
      }
      foot={
        <Anchor component={Link} underline="always" to="/">
          {i18n.t('Back')}
        </Anchor>
      }
    >
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="sm">
          <FileInput
            label={i18n.t('File of the snapshot')}
            placeholder={i18n.t('Choose a file')}
            value={file}
            onChange={setFile}
          />
          <PasswordInput
            label={i18n.t('Passphrase')}
            autoComplete="off"
            {...form.text('passphrase')}
          />
          {isRunning ? (
            <Progress
              value={(work.progress ?? 1) * 100}
              aria-label={i18n.t('Opening the snapshot')}
            />
          ) : null}
          <FormMessage kind="error">{work.error}</FormMessage>
          <Button type="submit" fullWidth disabled={isRunning}>
            {isRunning ? i18n.t('Opening...') : i18n.t('Open')}
          </Button>
        </Stack>
      </form>
    </AuthLayout>
  );
}
