import { Button, Textarea, TextInput } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconTag, IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { Project } from '../../../model/entities/project.ts';
import { projectArchive } from '../../../model/mutations/project-archive.ts';
import { projectEdit } from '../../../model/mutations/project-edit.ts';
import { mayArchiveProject, mayEditProject } from '../../../model/permissions/project.ts';
import { useActor, useMutate } from '../../data/client.tsx';
import { useDraft } from '../../data/drafts.ts';
import { useAttachFile, useFile } from '../../data/files.ts';
import { useMembers } from '../../data/members.ts';
import { useProject } from '../../data/projects.ts';
import { useLabels } from '../../data/labels.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SMALL_ICON } from '../../ui/icon.ts';
import { ImageSetting } from '../../ui/image-setting.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { useUndo } from '../../ui/undo.tsx';
import styles from './project-settings.module.css';

interface ProjectSettingsPanelProps {
  /** Id of the project. */
  readonly project: string;
  readonly onClose: () => void;
}

/** What a project is called, looks like and is about, who works in it, and whether it is archived. */
export function ProjectSettingsPanel({ project, onClose }: ProjectSettingsPanelProps) {
  const row = useProject(project);
  const actor = useActor();
  const mayEdit = actor !== undefined && mayEditProject(actor) === undefined;
  return (
    <SidePanel title="Project settings" width={400} onClose={onClose}>
      {row === undefined || actor === undefined ? null : row === null || !mayEdit ? (
        <EmptyState text="You dont have access to edit a project" />
      ) : (
        <>
          <Picture project={row} />
          <Words key={`${row.id} ${row.name} ${row.description}`} project={row} />
          <Places project={row} />
          <Archive project={row} onDone={onClose} />
        </>
      )}
    </SidePanel>
  );
}

function Picture({ project }: { readonly project: Project }) {
  const mutate = useMutate();
  const attach = useAttachFile();
  const undo = useUndo();
  const file = useFile(project.background_image);
  const { id } = project;
  const put = async (background_image: string | null) =>
    await mutate(projectEdit, { id, background_image });
  const pick = async (picked: File) => {
    const added = await attach(picked, project.scope);
    if (added !== undefined) await put(added.id);
  };
  const remove = async () => {
    const before = project.background_image;
    if (!(await put(null))) return;
    undo({ message: 'Image removed', undo: () => void put(before) });
  };
  return (
    <ImageSetting
      label="Background image"
      url={project.background_image === null ? null : file?.url}
      onPick={(picked) => void pick(picked)}
      onRemove={() => void remove()}
    />
  );
}

/** Anew when it was saved, here or elsewhere; half-typed text is a draft and stays. */
function Words({ project }: { readonly project: Project }) {
  const mutate = useMutate();
  const { id, name: oldName, description: oldDescription } = project;
  const draft = useDraft(`project-${id}`, { name: oldName, description: oldDescription });
  const [tried, setTried] = useState(false);
  const name = draft.values.name.trim();
  const { description } = draft.values;
  const isChanged = name !== oldName || description !== oldDescription;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (name === '' || !isChanged) return;
    const saved = await mutate(projectEdit, {
      id,
      ...(name !== oldName && { name }),
      ...(description !== oldDescription && { description }),
    });
    if (!saved) return;
    draft.clear();
    showToast({ message: 'Project saved' });
  };
  return (
    <form className={styles['form']} onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        label="Project Name"
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

/** Where the people and the labels of the project are kept. */
function Places({ project: { id } }: { readonly project: Project }) {
  const members = useMembers(id);
  const labels = useLabels(id);
  return (
    <ul className={styles['places']}>
      <li>
        <Link
          to="."
          search={(before) => ({ ...before, panel: 'members', project: id })}
          className={styles['place']}
        >
          <IconUsers {...SMALL_ICON} />
          Team
          <span className={styles['count']}>{members?.length ?? ''}</span>
        </Link>
      </li>
      <li>
        <Link
          to="."
          search={(before) => ({ ...before, panel: 'labels', project: id })}
          className={styles['place']}
        >
          <IconTag {...SMALL_ICON} />
          Labels
          <span className={styles['count']}>{labels?.length ?? ''}</span>
        </Link>
      </li>
    </ul>
  );
}

function Archive(props: { readonly project: Project; readonly onDone: () => void }) {
  const { project, onDone } = props;
  const { id, name, status } = project;
  const actor = useActor();
  const mutate = useMutate();
  const undo = useUndo();
  if (actor === undefined || mayArchiveProject(actor) !== undefined) return null;
  const archive = async () => {
    if (!(await mutate(projectArchive, { id, status: !status }))) return;
    undo({
      message: status ? `Project "${name}" archived` : `Project "${name}" restored`,
      undo: () => void mutate(projectArchive, { id, status }),
    });
    onDone();
  };
  return (
    <div className={styles['archive']}>
      <p className={styles['hint']}>
        {status
          ? 'An archived project leaves all lists. Nothing in it is lost, and it can be restored.'
          : 'This project is archived: it is in no list until it is restored.'}
      </p>
      <Button
        variant="default"
        leftSection={status ? <IconArchive {...SMALL_ICON} /> : <IconArchiveOff {...SMALL_ICON} />}
        onClick={() => void archive()}
      >
        {status ? 'Archive project' : 'Restore project'}
      </Button>
    </div>
  );
}
