import { ActionIcon, Button, Group, Input, Stack, Textarea } from '@mantine/core';
import { IconPhotoPlus, IconX } from '@tabler/icons-react';
import { type ChangeEvent, useEffect, useId, useMemo, useRef } from 'react';
import { codePoints, hasVisibleText, REASON_LIMIT } from '../../../model/shared/text.ts';
import { useDraft } from '../../data/drafts.ts';
import { useShots } from '../../data/shots.ts';
import { useMarkDone } from '../../data/task-done.ts';
import { i18n } from '../../i18n/i18n.ts';
import { LeftShots } from '../../ui/files/left-shots.tsx';
import type { Shots } from '../../ui/files/shots.ts';
import { useFilesToSend } from '../../ui/files/use-files-to-send.ts';
import { useConfirmDiscard } from '../../ui/forms/use-form-cancel.ts';
import { SavingFields } from '../../ui/forms/saving-fields.tsx';
import { SignatureField } from '../../ui/forms/signature-field.tsx';
import { useOnce } from '../../ui/hooks/use-once.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import { useModal } from '../../ui/overlays/use-modal.ts';
import classes from './done-dialog.module.css';
import type { PickerProps } from './picker-props.ts';

/** Most photos of one step. */
const PHOTO_LIMIT = 10;

/**
 * Asks for what a task asks for with "done", and ticks. A reload keeps remark and signature; the dialog offers the photos
 * again (decision 0114).
 */
export function DoneDialog({ tasks, subject, deliverTyped, onClose }: PickerProps) {
  const [task] = tasks;
  const titleId = useId();
  const markDone = useMarkDone();
  const key = `done:${task?.id ?? ''}`;
  const draft = useDraft(key, { remark: '', signature: '', signedAs: '' });
  const shots = useShots(`form:${key}`);
  const { files: photos, add, remove, saveWith } = useFilesToSend(shots, PHOTO_LIMIT);
  const confirmDiscard = useConfirmDiscard();
  // Keys before the dialog was open are not meant for it.
  useEffect(() => deliverTyped(() => undefined), [deliverTyped]);
  const { remark, signature, signedAs } = draft.values;
  const asks = task?.asks ?? [];
  const isTooLong = codePoints(remark.trim()) > REASON_LIMIT;
  const has = {
    remark: hasVisibleText(remark) && !isTooLong,
    photo: photos.length > 0,
    signature: signature !== '' || hasVisibleText(signedAs),
  };
  const canSave = task !== undefined && asks.every((ask) => has[ask]);
  const [submit, isBusy] = useOnce(async () => {
    if (!canSave) return;
    const answer = { remark, photos, signature, signedAs };
    if (!(await saveWith(() => markDone(task, answer)))) return;
    draft.clear();
    onClose();
  });
  const [cancel] = useOnce(async () => {
    // Input that is being saved can no longer be discarded: the dialog closes by itself, or can be left after a refusal.
    if (isBusy || !(await confirmDiscard(draft.isDirty || photos.length > 0))) return;
    draft.clear();
    remove(photos);
    onClose();
  });
  const dialog = useModal(cancel);
  return (
    <dialog ref={dialog} data-own-escape className={classes['dialog']} aria-labelledby={titleId}>
      <form className={classes['form']} onSubmit={submit} noValidate>
        <header>
          <h2 id={titleId} className={classes['title']}>
            {i18n.t('Mark as done')}
          </h2>
          <p className={classes['subject']}>{subject}</p>
        </header>
        <SavingFields isSaving={isBusy}>
          <Stack gap="md">
            {asks.includes('remark') && (
              <Textarea
                data-autofocus
                autosize
                minRows={2}
                maxRows={8}
                required
                label={i18n.t('Remark')}
                error={
                  isTooLong
                    ? i18n.t('At most {count} characters', { count: REASON_LIMIT })
                    : undefined
                }
                value={remark}
                onChange={({ currentTarget }) => draft.set({ remark: currentTarget.value })}
              />
            )}
            {asks.includes('photo') && (
              <Photos photos={photos} shots={shots} onAdd={add} onRemove={(one) => remove([one])} />
            )}
            {asks.includes('signature') && (
              <SignatureField
                label={i18n.t('Signature')}
                path={signature}
                onPath={(path) => draft.set({ signature: path })}
                name={signedAs}
                onName={(name) => draft.set({ signedAs: name })}
              />
            )}
          </Stack>
        </SavingFields>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={cancel}>
            {i18n.t('Cancel')}
          </Button>
          <Button type="submit" disabled={!canSave} loading={isBusy}>
            {i18n.t('Mark as done')}
          </Button>
        </Group>
      </form>
    </dialog>
  );
}

interface PhotosProps {
  readonly photos: readonly File[];
  readonly shots: Shots;
  readonly onAdd: (photos: readonly File[]) => void;
  readonly onRemove: (photo: File) => void;
}

function Photos({ photos, shots, onAdd, onRemove }: PhotosProps) {
  const labelId = useId();
  const input = useRef<HTMLInputElement>(null);
  const room = PHOTO_LIMIT - photos.length;
  const add = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(currentTarget.files ?? [])];
    // Reset, so that the same file can be chosen again.
    currentTarget.value = '';
    onAdd(chosen);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset cannot shrink below its content
    <div role="group" aria-labelledby={labelId}>
      <Input.Label labelElement="div" required id={labelId} className={classes['label'] ?? ''}>
        {i18n.t('Photos')}
      </Input.Label>
      {photos.length > 0 && (
        <ul className={classes['photos']}>
          {photos.map((photo, index) => (
            <Photo
              key={`${photo.name}${String(index)}`}
              photo={photo}
              onRemove={() => onRemove(photo)}
            />
          ))}
        </ul>
      )}
      {room > 0 && <LeftShots shots={shots} limit={room} onAttach={onAdd} />}
      <input
        ref={input}
        type="file"
        hidden
        multiple
        tabIndex={-1}
        accept="image/*"
        aria-label={i18n.t('Photos of the work')}
        onChange={add}
      />
      <Button
        size="sm"
        variant="default"
        disabled={room <= 0}
        leftSection={<IconPhotoPlus {...SMALL_ICON} />}
        onClick={() => input.current?.click()}
      >
        {i18n.t('Add photos')}
      </Button>
    </div>
  );
}

function Photo({ photo, onRemove }: { readonly photo: File; readonly onRemove: () => void }) {
  const url = useMemo(() => URL.createObjectURL(photo), [photo]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return (
    <li className={classes['photo']}>
      <img src={url} alt={photo.name} />
      <ActionIcon
        className={classes['remove']}
        size={28}
        variant="default"
        aria-label={i18n.t('Remove {name}', { name: photo.name })}
        onClick={onRemove}
      >
        <IconX {...SMALL_ICON} />
      </ActionIcon>
    </li>
  );
}
