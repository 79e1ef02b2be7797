import { ActionIcon, Button, Menu, Skeleton } from '@mantine/core';
import { IconArchive, IconCards, IconDots, IconUsers } from '@tabler/icons-react';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Card } from '../../../model/entities/card.ts';
import { isAdministrative } from '../../../model/permissions/actor.ts';
import { mayCreateTask } from '../../../model/permissions/task.ts';
import { localDay } from '../../../model/shared/dates.ts';
import { useBoardCards } from '../../data/cards.ts';
import { useAccount, useActor, useAllowed } from '../../data/client.tsx';
import { useFlags } from '../../data/flags.ts';
import { usePeople } from '../../data/people.ts';
import { useProjectBySlug } from '../../data/projects.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TipLayer } from '../../ui/tip-layer.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { useNow } from '../../ui/use-now.ts';
import { AddTaskForm } from './add-task-form.tsx';
import { ArchivedCardsPanel, ArchivedTasksPanel } from './archived-panels.tsx';
import type { BoardFacts } from './board-context.ts';
import classes from './board.module.css';
import { Board } from './board.tsx';

export interface BoardScreenProps {
  readonly slug: string;
  /** Id of the task that is open beside the board. */
  readonly task: string | undefined;
  readonly onOpenTask: (taskId: string | undefined) => void;
  /** Address of a task of this board, to copy. */
  readonly linkTo: (taskId: string) => string;
  readonly onMembers: (projectId: string) => void;
  readonly onHome: () => void;
  /** The open task's panel. */
  readonly children: ReactNode;
}

type Side =
  | { readonly kind: 'add'; readonly card: string; readonly multi: boolean }
  | { readonly kind: 'tasks' }
  | { readonly kind: 'cards' };

/** The board of a project (board spec, 2), wholly from this device. */
export function BoardScreen(props: BoardScreenProps) {
  const { slug, onHome } = props;
  const project = useProjectBySlug(slug);
  const cards = useBoardCards(project?.id);
  const account = useAccount();
  const projectId = project?.id;
  useEffect(() => {
    account?.setVisible(projectId);
    return () => account?.setVisible();
  }, [account, projectId]);
  if (project === null) {
    return (
      <EmptyState
        text="This board is not on this device"
        hint="Either there is no such project, you have no access to it, or it has not been downloaded yet."
        action={<Button onClick={onHome}>Go to Home</Button>}
      />
    );
  }
  if (project === undefined || cards === undefined) return <BoardSkeleton />;
  return <LoadedBoard {...props} projectId={project.id} name={project.name} cards={cards} />;
}

interface LoadedProps extends BoardScreenProps {
  readonly projectId: string;
  readonly name: string;
  readonly cards: readonly Card[];
}

function LoadedBoard(props: LoadedProps) {
  const { projectId, name, cards, task, onOpenTask, linkTo, children } = props;
  const facts = useBoardFacts(cards);
  const [chosen, setSide] = useState<Side>();
  const allowed = useAllowed();
  const screen = useRef<HTMLDivElement>(null);
  const isOpen = task !== undefined;
  // One panel at a time: an open task comes first.
  const side = isOpen ? undefined : chosen;
  const openTask = useCallback(
    (taskId: string) => {
      setSide(undefined);
      onOpenTask(taskId);
    },
    [onOpenTask],
  );
  const openSide = useCallback(
    (next: Side) => {
      onOpenTask(undefined);
      setSide(next);
    },
    [onOpenTask],
  );
  const addTask = useCallback(
    async (card: string, multi: boolean) => {
      if (await allowed(mayCreateTask)) openSide({ kind: 'add', card, multi });
    },
    [allowed, openSide],
  );
  const copyLink = useCallback(
    async (taskId: string) => {
      await navigator.clipboard.writeText(linkTo(taskId));
      showToast({ message: 'Link copied' });
    },
    [linkTo],
  );
  const closeSide = () => setSide(undefined);
  const target = side?.kind === 'add' ? cards.find((card) => card.id === side.card) : undefined;
  return (
    <TipLayer>
      <div ref={screen} className={classes.screen} data-side={isOpen ? 'task' : side?.kind}>
        <header className={classes.head}>
          <h1 className={classes.title}>{name}</h1>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            leftSection={<IconUsers size={16} stroke={1.5} aria-hidden />}
            onClick={() => props.onMembers(projectId)}
          >
            Members
          </Button>
          <TopMenu facts={facts} onOpen={openSide} />
        </header>
        <Board
          project={projectId}
          cards={cards}
          facts={facts}
          selected={task}
          onOpen={openTask}
          onCopyLink={(taskId) => void copyLink(taskId)}
          onAddTask={(card, multi) => void addTask(card, multi)}
        />
      </div>
      {side?.kind === 'add' && target !== undefined && (
        <AddTaskForm
          key={`${side.card}:${side.multi}`}
          card={target}
          multi={side.multi}
          onClose={closeSide}
        />
      )}
      {side?.kind === 'tasks' && (
        <ArchivedTasksPanel project={projectId} facts={facts} onClose={closeSide} />
      )}
      {side?.kind === 'cards' && <ArchivedCardsPanel project={projectId} onClose={closeSide} />}
      {children}
    </TipLayer>
  );
}

interface TopMenuProps {
  readonly facts: BoardFacts;
  readonly onOpen: (side: Side) => void;
}

function TopMenu({ facts, onOpen }: TopMenuProps) {
  const administrative = facts.actor !== undefined && isAdministrative(facts.actor);
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon aria-label="Board menu" size={30}>
          <IconDots size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconArchive size={16} stroke={1.5} aria-hidden />}
          onClick={() => onOpen({ kind: 'tasks' })}
        >
          Archived Tasks
        </Menu.Item>
        {administrative && (
          <Menu.Item
            leftSection={<IconCards size={16} stroke={1.5} aria-hidden />}
            onClick={() => onOpen({ kind: 'cards' })}
          >
            Archived Cards
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function useBoardFacts(cards: readonly Card[]): BoardFacts {
  const actor = useActor();
  const people = usePeople();
  const flags = useFlags();
  const now = useNow(60_000);
  return useMemo(() => {
    const offset = new Date(now).getTimezoneOffset();
    return {
      actor,
      cards,
      people: new Map(people?.map((person) => [person.id, person])),
      flags: new Map(flags?.map((flag) => [flag.id, flag])),
      today: localDay(now, offset),
      now,
      offset,
    };
  }, [actor, cards, people, flags, now]);
}

function BoardSkeleton() {
  return (
    <div className={classes.screen} aria-hidden>
      <div className={classes.head} />
      <div className={classes.board}>
        {[3, 5, 2].map((tiles) => (
          <div key={tiles} className={classes.ghost}>
            {Array.from({ length: tiles }, (_, index) => (
              <Skeleton key={index} height={84} radius={8} animate={false} />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
