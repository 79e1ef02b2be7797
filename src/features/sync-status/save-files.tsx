import { Button } from '@mantine/core';
import { useAccount } from '../../data/client.tsx';
import { bytesHere, type OutboxItem } from '../../data/outbox.ts';
import { i18n } from '../../i18n/i18n.ts';
import { saveFile } from '../../ui/files/save-file.ts';
import { useDialogs } from '../../ui/overlays/dialogs.tsx';

/** One button for each file of a change whose bytes are on this device; a file needs no row for it. */
export function SaveFiles({ files }: Pick<OutboxItem, 'files'>) {
  const account = useAccount();
  const dialogs = useDialogs();
  if (account === undefined) return null;
  const save = async ({ id, name }: OutboxItem['files'][number]) => {
    const bytes = await bytesHere(account.db, id);
    if (bytes === undefined) await dialogs.alert(i18n.t('Its bytes are no longer on this device'));
    else saveFile(bytes, name);
  };
  return files.map((file) => (
    <Button
      key={file.id}
      size="compact-sm"
      variant="default"
      aria-label={i18n.t('Save file {name}', { name: file.name })}
      onClick={() => void save(file)}
    >
      {i18n.t('Save file')}
    </Button>
  ));
}
