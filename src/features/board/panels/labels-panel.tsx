import { ActionIcon, Button, Group, TextInput } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState, useRef } from 'react';
import type { Label } from '../../../../model/entities/label.ts';
import { mayChangeLabel, mayCreateLabel } from '../../../../model/permissions/label.ts';
import { i18n, message } from '../../../i18n/i18n.ts';
import { useActor, useAllowed } from '../../../data/client.tsx';
import { useDraft } from '../../../data/drafts.ts';
import { useHasDraft } from '../../../data/stored-drafts.ts';
import { useAddLabel, useDeleteLabel, useLabels, useRenameLabel } from '../../../data/labels.ts';
import { useDialogs } from '../../../ui/overlays/dialogs.tsx';
import { EmptyState } from '../../../ui/layout/empty-state.tsx';
import { restoreLostFocus } from '../../../ui/focus/move-focus.ts';
import { useEscape } from '../../../ui/focus/use-escape.tsx';
import { Panel } from '../../../ui/overlays/panel.tsx';
import { useRename } from '../../../ui/forms/use-rename.ts';
import classes from './labels-panel.module.css';

interface Props {
  readonly project: string;
  readonly onClose: () => void;
}

const ICON = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

/** Task labels of a project; organisations with special roles call them sub-tasks (board spec, 6). */
export function LabelsPanel({ project, onClose }: Props) {
  const labels = useLabels(project);
  const add = useAddLabel();
  const allowed = useAllowed();
  const special = useActor()?.specialRole === true;
  const draft = useDraft(`label:${project}`, { name: '' });
  const { name } = draft.values;
  const text = special ? TEXTS.special : TEXTS.plain;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '' || !(await allowed(mayCreateLabel))) return;
    void draft.send(async () => (await add(project, name.trim())) !== undefined);
  };
  return (
    <Panel title={i18n.t(text.title)} width={400} onClose={onClose}>
      <form className={classes.add} onSubmit={(event) => void submit(event)}>
        <TextInput
          className={classes.grow}
          aria-label={i18n.t(text.field)}
          placeholder={i18n.t(text.field)}
          data-autofocus
          maxLength={200}
          value={name}
          onChange={(event) => draft.set({ name: event.currentTarget.value })}
        />
        <Button type="submit" disabled={name.trim() === ''}>
          {i18n.t('Add')}
        </Button>
      </form>
      {labels?.length === 0 && <EmptyState text={i18n.t(text.none)} hint={i18n.t(text.hint)} />}
      <ul className={classes.list}>
        {labels?.map((label) => (
          <LabelItem key={label.id} label={label} />
        ))}
      </ul>
    </Panel>
  );
}

const TEXTS = {
  plain: {
    title: message('Labels'),
    field: message('Name of a new label'),
    none: message('No labels yet'),
    hint: message('Labels group the tasks of a project across its cards.'),
  },
  special: {
    title: message('Sub-tasks'),
    field: message('Name of a new sub-task'),
    none: message('No sub-tasks yet'),
    hint: message('Sub-tasks group the tasks of a project across its cards.'),
  },
} as const;

function LabelItem({ label }: { readonly label: Label }) {
  const actor = useActor();
  const allowed = useAllowed();
  const remove = useDeleteLabel();
  const dialogs = useDialogs();
  const [editing, setEditing] = useState(useHasDraft(nameDraft(label)));
  const [isBackFromEdit, setBackFromEdit] = useState(false);
  const may = async () => await allowed((who) => mayChangeLabel(who, label));
  const isOffered =
    actor !== undefined && mayChangeLabel({ ...actor, patch_access: true }, label) === undefined;
  const ask = async () => {
    if (!(await may())) return;
    const sure = await dialogs.confirm({
      title: i18n.t('Delete "{name}"?', { name: label.name }),
      message: i18n.t('Tasks that bear it stay as they are, without it.'),
      confirm: i18n.t('Delete'),
      danger: true,
    });
    if (sure) await remove(label.id);
  };
  const close = () => {
    setEditing(false);
    setBackFromEdit(true);
  };
  if (editing) return <LabelEdit label={label} onDone={close} />;
  return (
    <li className={classes.item}>
      <span className={classes.name}>{label.name}</span>
      {isOffered && (
        <Group gap={2} wrap="nowrap">
          <ActionIcon
            ref={isBackFromEdit ? restoreLostFocus : undefined}
            aria-label={i18n.t('Rename {name}', { name: label.name })}
            onClick={async () => {
              if (await may()) setEditing(true);
            }}
          >
            <IconPencil {...ICON} />
          </ActionIcon>
          <ActionIcon
            aria-label={i18n.t('Delete {name}', { name: label.name })}
            onClick={() => void ask()}
          >
            <IconTrash {...ICON} />
          </ActionIcon>
        </Group>
      )}
    </li>
  );
}

/** Key of the draft of a label's name. */
function nameDraft({ id }: Label): string {
  return `label-name:${id}`;
}

function LabelEdit({ label, onDone }: { readonly label: Label; readonly onDone: () => void }) {
  const rename = useRenameLabel();
  const draft = useDraft(nameDraft(label), { name: label.name });
  const close = () => {
    draft.clear();
    onDone();
  };
  const form = useRef<HTMLFormElement>(null);
  useEscape(close, { form });
  const { field, canSave, save } = useRename({
    name: label.name,
    store: draft,
    save: (name) => rename(label.id, name),
    onDone: close,
  });
  return (
    <li className={classes.edit}>
      <form ref={form} className={classes.add} onSubmit={save}>
        <TextInput
          className={classes.grow}
          aria-label={i18n.t('New name of {name}', { name: label.name })}
          // The field appears because the person asked to edit.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          maxLength={200}
          {...field}
        />
        <Button type="submit" disabled={!canSave}>
          {i18n.t('Save')}
        </Button>
        <Button variant="subtle" color="gray" onClick={close}>
          {i18n.t('Cancel')}
        </Button>
      </form>
    </li>
  );
}
