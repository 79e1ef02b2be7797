import { Button, Checkbox, Select, UnstyledButton } from '@mantine/core';
import { IconChevronRight, IconFileImport } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { mayCreateCard } from '../../../../model/permissions/card.ts';
import { i18n, translated } from '../../../i18n/i18n.ts';
import { type BoardStart, STAGE_SETS } from '../../../data/board-starts.ts';
import { useAllowed } from '../../../data/client.tsx';
import { useFillBoard } from '../../../data/new-project.ts';
import { useProjects } from '../../../data/projects.ts';
import { useOnce } from '../../../ui/hooks/use-once.ts';
import { SMALL_ICON } from '../../../ui/marks/icon.ts';
import classes from './empty-board.module.css';

/** Ways to start an empty board with several cards: a set of stages, or the cards of another project. */
export function EmptyBoard({ project }: { readonly project: string }) {
  const fill = useFillBoard();
  const allowed = useAllowed();
  const start = async (from: BoardStart) => {
    if (await allowed(mayCreateCard)) await fill(project, from);
  };
  return (
    <>
      <h2 className={classes['title']}>{i18n.t('Start this board')}</h2>
      <p className={classes['hint']}>
        {i18n.t('A board is made of cards, one for each stage of the work.')}
      </p>
      <ul className={classes['sets']} aria-label={i18n.t('Sets of cards')}>
        {STAGE_SETS.map((names) => (
          <li key={names.join()}>
            <UnstyledButton
              className={classes['set']}
              onClick={() => void start({ kind: 'stages', names })}
            >
              {names.map((name, index) => (
                <span key={name} className={classes['stage']}>
                  {index > 0 && <IconChevronRight size={13} stroke={1.5} aria-hidden />}
                  {translated(name)}
                </span>
              ))}
            </UnstyledButton>
          </li>
        ))}
      </ul>
      <CopyProject project={project} onStart={start} />
    </>
  );
}

/** Opens the import of another product's board. */
export function ImportButton() {
  const navigate = useNavigate();
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconFileImport {...SMALL_ICON} />}
      onClick={() =>
        void navigate({ to: '.', search: (before) => ({ ...before, panel: 'import' }) })
      }
    >
      {i18n.t('Import from Trello or CSV')}
    </Button>
  );
}

interface CopyProps {
  readonly project: string;
  readonly onStart: (start: BoardStart) => Promise<void>;
}

/** Cards and labels of another project, with its open tasks or without; nothing where there is no other project. */
function CopyProject({ project, onStart }: CopyProps) {
  const others = (useProjects() ?? []).filter(({ id }) => id !== project);
  const [chosen, setChosen] = useState<string | null>(null);
  const [withTasks, setWithTasks] = useState(false);
  const [copy, isBusy] = useOnce(async () => {
    if (chosen !== null) await onStart({ kind: 'project', project: chosen, withTasks });
  });
  if (others.length === 0) return null;
  return (
    <form className={classes['copy']} onSubmit={copy}>
      <Select
        size="xs"
        className={classes['grow']}
        label={i18n.t('Same cards and labels as')}
        placeholder={i18n.t('Choose a project')}
        searchable
        nothingFoundMessage={i18n.t('No project of this name')}
        data={others.map(({ id, name }) => ({ value: id, label: name }))}
        value={chosen}
        onChange={setChosen}
      />
      <Button type="submit" size="xs" variant="default" disabled={chosen === null || isBusy}>
        {i18n.t('Copy')}
      </Button>
      <Checkbox
        size="xs"
        className={classes['whole']}
        label={i18n.t('With its open tasks, without dates and people')}
        checked={withTasks}
        onChange={(event) => setWithTasks(event.currentTarget.checked)}
      />
    </form>
  );
}
