import { Menu } from '@mantine/core';
import {
  IconArchive,
  IconChecklist,
  IconChevronLeft,
  IconChevronRight,
  IconCopyPlus,
  IconPlus,
  IconSquareCheck,
  IconUsersPlus,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Card } from '../../../../model/entities/card.ts';
import { mayCreateTask } from '../../../../model/permissions/task.ts';
import { i18n } from '../../../i18n/i18n.ts';
import { useAllowed } from '../../../data/client.tsx';
import { useProject } from '../../../data/projects.ts';
import { useAddFromTemplate, useTaskTemplates } from '../../../data/task-templates.ts';
import { useBoardActions } from '../board-context.ts';
import classes from './column.module.css';
import { useCardActions } from './use-card-actions.ts';

interface Props {
  readonly card: Card;
  readonly cards: readonly Card[];
  readonly administrative: boolean;
  readonly onAddTask: (card: Card, multi: boolean) => void;
}

const ICON = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

/** Items of a column's menu (board spec, 2); levels 1 to 3 also move and archive it. */
export function CardMenuItems({ card, cards, administrative, onAddTask }: Props) {
  const { archive, moveBy } = useCardActions(cards);
  const { chooseAll } = useBoardActions();
  const project = useProject(card.project);
  const index = cards.findIndex((one) => one.id === card.id);
  return (
    <>
      <Menu.Item leftSection={<IconPlus {...ICON} />} onClick={() => onAddTask(card, false)}>
        {i18n.t('Add Task')}
      </Menu.Item>
      <Menu.Item leftSection={<IconUsersPlus {...ICON} />} onClick={() => onAddTask(card, true)}>
        {i18n.t('Multi User Task')}
      </Menu.Item>
      <TemplateItems card={card} />
      <Menu.Item leftSection={<IconSquareCheck {...ICON} />} onClick={() => chooseAll(card.id)}>
        {i18n.t('Select all tasks')}
      </Menu.Item>
      {project && (
        <Menu.Item
          leftSection={<IconChecklist {...ICON} />}
          renderRoot={(props) => (
            <Link
              {...props}
              to="/project-dashboard/$slug"
              params={{ slug: project.slug }}
              search={{ report: `card:${card.id}` }}
            />
          )}
        >
          {i18n.t('Sign-off report')}
        </Menu.Item>
      )}
      {administrative && (
        <>
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconChevronLeft {...ICON} />}
            rightSection={<Keys>Alt ←</Keys>}
            disabled={index <= 0}
            onClick={() => void moveBy(card, -1)}
          >
            {i18n.t('Move left')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconChevronRight {...ICON} />}
            rightSection={<Keys>Alt →</Keys>}
            disabled={index === cards.length - 1}
            onClick={() => void moveBy(card, 1)}
          >
            {i18n.t('Move right')}
          </Menu.Item>
          <Menu.Item leftSection={<IconArchive {...ICON} />} onClick={() => void archive(card)}>
            {i18n.t('Archive')}
          </Menu.Item>
        </>
      )}
    </>
  );
}

/** Adds a task from a template of the project; nothing where there is none. */
function TemplateItems({ card }: { readonly card: Card }) {
  const templates = useTaskTemplates(card.project) ?? [];
  const add = useAddFromTemplate();
  const allowed = useAllowed();
  if (templates.length === 0) return null;
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={<IconCopyPlus {...ICON} />}>
          {i18n.t('Add from template')}
        </Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown>
        {templates.map((template) => (
          <Menu.Item
            key={template.id}
            onClick={async () => {
              if (await allowed(mayCreateTask)) await add(template, card.id);
            }}
          >
            {template.name}
          </Menu.Item>
        ))}
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  );
}

function Keys({ children }: { readonly children: string }) {
  return (
    <kbd className={classes.keys} aria-hidden>
      {children}
    </kbd>
  );
}
