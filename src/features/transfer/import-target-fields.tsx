import { NativeSelect, Select, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import * as v from 'valibot';
import type { Actor } from '../../../model/permissions/actor.ts';
import { mayCreateProject } from '../../../model/permissions/project.ts';
import { mayCreateTask } from '../../../model/permissions/task.ts';
import { useProjects } from '../../data/projects.ts';
import { useWorkspaces } from '../../data/workspaces.ts';
import { missing, required } from '../../ui/forms/rules.ts';
import { useForm } from '../../ui/forms/use-form.ts';
import { useValues } from '../../ui/forms/use-values.ts';
import type { ImportTarget } from './import-plan.ts';
import styles from './transfer.module.css';
import type { ImportHandle } from './use-import.ts';

const NO_NAME = missing('Name');
const RULES = v.object({ name: required('Name') });

interface Props {
  readonly handle: ImportHandle;
  readonly actor: Actor;
  /** Initial name of a new project. */
  readonly name: string;
}

/** Choice of a new or an existing project. */
export function ImportTargetFields({ handle, actor, name: firstName }: Props) {
  const { setTarget, problem } = handle;
  const workspaces = useWorkspaces();
  const projects = useProjects();
  const mayMake = mayCreateProject(actor) === undefined;
  const [kind, setKind] = useState<ImportTarget['kind']>(mayMake ? 'new' : 'existing');
  const [workspace, setWorkspace] = useState<string | null>(null);
  const [project, setProject] = useState<string | null>(null);
  const [first] = useState({ name: firstName });
  const form = useForm({ store: useValues(first), schema: RULES, live: [NO_NAME] });
  const { name } = form.values;
  const place = workspace ?? (workspaces?.length === 1 ? (workspaces[0]?.id ?? null) : null);
  useEffect(() => {
    setTarget(targetOf({ kind, workspace: place, project, name }));
  }, [setTarget, kind, place, project, name]);
  const refusal = mayCreateTask(actor);
  return (
    <section className={styles['section']} aria-labelledby="import-target">
      <h3 id="import-target" className={styles['title']}>
        Where it goes
      </h3>
      {mayMake ? (
        <NativeSelect
          label="Into"
          data={[
            { value: 'new', label: 'A new project' },
            { value: 'existing', label: 'A project that is there' },
          ]}
          value={kind}
          onChange={(event) => setKind(event.currentTarget.value === 'new' ? 'new' : 'existing')}
        />
      ) : null}
      {kind === 'new' ? (
        <>
          <Select
            label="Workspace"
            required
            searchable
            placeholder="Choose a workspace"
            nothingFoundMessage="No workspace of this name"
            data={(workspaces ?? []).map((one) => ({ value: one.id, label: one.name }))}
            value={place}
            onChange={setWorkspace}
          />
          <TextInput label="Project name" required maxLength={200} {...form.text('name')} />
        </>
      ) : (
        <Select
          label="Project"
          required
          searchable
          placeholder="Choose a project"
          nothingFoundMessage="No project of this name"
          data={(projects ?? []).map((one) => ({ value: one.id, label: one.name }))}
          value={project}
          onChange={setProject}
        />
      )}
      {refusal === undefined && problem === undefined ? null : (
        <p role="alert" className={styles['problem']}>
          {refusal?.message ?? problem}
        </p>
      )}
    </section>
  );
}

interface Fields {
  readonly kind: ImportTarget['kind'];
  readonly workspace: string | null;
  readonly project: string | null;
  readonly name: string;
}

function targetOf({ kind, workspace, project, name }: Fields): ImportTarget | undefined {
  if (kind === 'existing') return project === null ? undefined : { kind, project };
  if (workspace === null || name.trim() === '') return undefined;
  return { kind, workspace, name: name.trim() };
}
