import { NativeSelect, Select, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import * as v from 'valibot';
import type { Actor } from '../../../model/permissions/actor.ts';
import { mayCreateProject } from '../../../model/permissions/project.ts';
import { mayCreateTask } from '../../../model/permissions/task.ts';
import { useProjects } from '../../data/projects.ts';
import { useWorkspaces } from '../../data/workspaces.ts';
import { i18n, message, translated } from '../../i18n/i18n.ts';
import { missing, required } from '../../ui/forms/rules.ts';
import { useForm } from '../../ui/forms/use-form.ts';
import { useValues } from '../../ui/forms/use-values.ts';
import type { ImportTarget } from './import-plan.ts';
import styles from './transfer.module.css';
import type { ImportHandle } from './use-import.ts';

const RULES = v.object({ name: required(message('Name')) });

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
  const noName = missing(i18n.t('Name'));
  const form = useForm({ store: useValues(first), schema: RULES, live: [noName] });
  const { name } = form.values;
  const place = workspace ?? (workspaces?.length === 1 ? (workspaces[0]?.id ?? null) : null);
  useEffect(() => {
    setTarget(targetOf({ kind, workspace: place, project, name }));
  }, [setTarget, kind, place, project, name]);
  const refusal = mayCreateTask(actor);
  return (
    <section className={styles['section']} aria-labelledby="import-target">
      <h3 id="import-target" className={styles['title']}>
        {i18n.t('Where it goes')}
      </h3>
      {mayMake ? (
        <NativeSelect
          label={i18n.t('Into')}
          data={[
            { value: 'new', label: i18n.t('A new project') },
            { value: 'existing', label: i18n.t('A project that is there') },
          ]}
          value={kind}
          onChange={(event) => setKind(event.currentTarget.value === 'new' ? 'new' : 'existing')}
        />
      ) : null}
      {kind === 'new' ? (
        <>
          <Select
            label={i18n.t('Workspace')}
            required
            searchable
            placeholder={i18n.t('Choose a workspace')}
            nothingFoundMessage={i18n.t('No workspace of this name')}
            data={(workspaces ?? []).map((one) => ({ value: one.id, label: one.name }))}
            value={place}
            onChange={setWorkspace}
          />
          <TextInput
            label={i18n.t('Project name')}
            required
            maxLength={200}
            {...form.text('name')}
          />
        </>
      ) : (
        <Select
          label={i18n.t('Project')}
          required
          searchable
          placeholder={i18n.t('Choose a project')}
          nothingFoundMessage={i18n.t('No project of this name')}
          data={(projects ?? []).map((one) => ({ value: one.id, label: one.name }))}
          value={project}
          onChange={setProject}
        />
      )}
      {refusal === undefined && problem === undefined ? null : (
        <p role="alert" className={styles['problem']}>
          {refusal === undefined ? problem : translated(refusal.message)}
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
