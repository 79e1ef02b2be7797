import { Button, Textarea, TextInput } from '@mantine/core';
import { IconArchive, IconArchiveOff } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import type { Workspace } from '../../../model/entities/workspace.ts';
import { workspaceArchive } from '../../../model/mutations/workspace-archive.ts';
import { workspaceEdit } from '../../../model/mutations/workspace-edit.ts';
import { mayArchiveWorkspace, mayEditWorkspace } from '../../../model/permissions/workspace.ts';
import { useActor, useMutate } from '../../data/client.tsx';
import { useDraft } from '../../data/drafts.ts';
import { useAttachFile, useFile } from '../../data/files.ts';
import { useWorkspace } from '../../data/workspaces.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SMALL_ICON } from '../../ui/icon.ts';
import { ImageSetting } from '../../ui/image-setting.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { useUndo } from '../../ui/undo.tsx';
import styles from './workspace-settings.module.css';

interface WorkspaceSettingsPanelProps {
  /** Id of the workspace. */
  readonly workspace: string;
  readonly onClose: () => void;
}

/** What a workspace is called, looks like and is about, and whether it is archived. */
export function WorkspaceSettingsPanel({ workspace, onClose }: WorkspaceSettingsPanelProps) {
  const row = useWorkspace(workspace);
  const actor = useActor();
  const mayEdit = actor !== undefined && mayEditWorkspace(actor) === undefined;
  return (
    <SidePanel title="Workspace settings" width={400} onClose={onClose}>
      {row === undefined || actor === undefined ? null : row === null || !mayEdit ? (
        <EmptyState text="You dont have access to edit a workspace" />
      ) : (
        <>
          <Picture workspace={row} />
          <Words key={`${row.id} ${row.name} ${row.desc}`} workspace={row} />
          <Archive workspace={row} onDone={onClose} />
        </>
      )}
    </SidePanel>
  );
}

function Picture({ workspace }: { readonly workspace: Workspace }) {
  const mutate = useMutate();
  const attach = useAttachFile();
  const undo = useUndo();
  const file = useFile(workspace.image);
  const { id } = workspace;
  const put = async (image: string | null) => await mutate(workspaceEdit, { id, image });
  const pick = async (picked: File) => {
    const added = await attach(picked, workspace.scope);
    if (added !== undefined) await put(added.id);
  };
  const remove = async () => {
    const before = workspace.image;
    if (!(await put(null))) return;
    undo({ message: 'Image removed', undo: () => void put(before) });
  };
  return (
    <ImageSetting
      label="Image"
      url={workspace.image === null ? null : file?.url}
      onPick={(picked) => void pick(picked)}
      onRemove={() => void remove()}
    />
  );
}

/** Anew when it was saved, here or elsewhere; half-typed text is a draft and stays. */
function Words({ workspace }: { readonly workspace: Workspace }) {
  const mutate = useMutate();
  const { id, name: oldName, desc: oldDesc } = workspace;
  const draft = useDraft(`workspace-${id}`, { name: oldName, desc: oldDesc });
  const [tried, setTried] = useState(false);
  const name = draft.values.name.trim();
  const { desc } = draft.values;
  const isChanged = name !== oldName || desc !== oldDesc;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (name === '' || !isChanged) return;
    const saved = await mutate(workspaceEdit, {
      id,
      ...(name !== oldName && { name }),
      ...(desc !== oldDesc && { desc }),
    });
    if (!saved) return;
    draft.clear();
    showToast({ message: 'Workspace saved' });
  };
  return (
    <form className={styles['form']} onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        label="Name"
        required
        maxLength={200}
        value={draft.values.name}
        error={tried && name === '' ? 'Name is required' : undefined}
        onChange={(event) => draft.set({ name: event.currentTarget.value })}
      />
      <Textarea
        label="Description"
        autosize
        minRows={3}
        maxRows={12}
        value={desc}
        onChange={(event) => draft.set({ desc: event.currentTarget.value })}
      />
      <div>
        <Button type="submit" disabled={!isChanged}>
          Save
        </Button>
      </div>
    </form>
  );
}

function Archive(props: { readonly workspace: Workspace; readonly onDone: () => void }) {
  const { workspace, onDone } = props;
  const { id, name, status } = workspace;
  const actor = useActor();
  const mutate = useMutate();
  const undo = useUndo();
  if (actor === undefined || mayArchiveWorkspace(actor) !== undefined) return null;
  const archive = async () => {
    if (!(await mutate(workspaceArchive, { id, status: !status }))) return;
    undo({
      message: status ? `Workspace "${name}" archived` : `Workspace "${name}" restored`,
      undo: () => void mutate(workspaceArchive, { id, status }),
    });
    onDone();
  };
  return (
    <div className={styles['archive']}>
      <p className={styles['hint']}>
        {status
          ? 'An archived workspace leaves all lists with its projects. Nothing in it is lost, and it can be restored.'
          : 'This workspace is archived: it and its projects are in no list until it is restored.'}
      </p>
      <Button
        variant="default"
        leftSection={status ? <IconArchive {...SMALL_ICON} /> : <IconArchiveOff {...SMALL_ICON} />}
        onClick={() => void archive()}
      >
        {status ? 'Archive workspace' : 'Restore workspace'}
      </Button>
    </div>
  );
}
