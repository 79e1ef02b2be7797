import { ActionIcon } from '@mantine/core';
import { IconCopyPlus, IconTrash } from '@tabler/icons-react';
import type { TaskTemplate } from '../../../../model/entities/task-template.ts';
import { mayDeleteTemplate } from '../../../../model/permissions/task-template.ts';
import { i18n } from '../../../i18n/i18n.ts';
import { useActor, useAllowed } from '../../../data/client.tsx';
import { useDeleteTemplate, useTaskTemplates } from '../../../data/task-templates.ts';
import { EmptyState } from '../../../ui/layout/empty-state.tsx';
import { Panel } from '../../../ui/overlays/panel.tsx';
import classes from './labels-panel.module.css';

interface Props {
  readonly project: string;
  readonly onClose: () => void;
}

const ICON = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

/** Templates for tasks of a project. */
export function TemplatesPanel({ project, onClose }: Props) {
  const templates = useTaskTemplates(project);
  return (
    <Panel title={i18n.t('Templates')} width={400} onClose={onClose}>
      {templates?.length === 0 && (
        <EmptyState
          icon={<IconCopyPlus size={28} stroke={1.5} aria-hidden />}
          text={i18n.t('No templates yet')}
          hint={i18n.t(
            'Choose “Save as template” in the menu of a task. The menu of a card then adds tasks from it.',
          )}
        />
      )}
      <ul className={classes.list}>
        {templates?.map((template) => (
          <TemplateItem key={template.id} template={template} />
        ))}
      </ul>
    </Panel>
  );
}

function TemplateItem({ template }: { readonly template: TaskTemplate }) {
  const actor = useActor();
  const allowed = useAllowed();
  const remove = useDeleteTemplate();
  const { name, subtasks } = template;
  const mayDelete = actor !== undefined && mayDeleteTemplate(actor, template) === undefined;
  const count = i18n.t('{count, plural, one {# subtask} other {# subtasks}}', {
    count: subtasks.length,
  });
  return (
    <li className={classes.item}>
      <span className={classes.name}>
        {name}
        {subtasks.length > 0 && <span className={classes.count}>{count}</span>}
      </span>
      {mayDelete && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={i18n.t('Delete the template {name}', { name })}
          onClick={async () => {
            if (await allowed((who) => mayDeleteTemplate(who, template))) await remove(template);
          }}
        >
          <IconTrash {...ICON} />
        </ActionIcon>
      )}
    </li>
  );
}
