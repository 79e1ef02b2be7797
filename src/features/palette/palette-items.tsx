import {
  IconChecklist,
  IconCircleCheck,
  IconLayoutKanban,
  IconListCheck,
  IconMessage,
  IconMessageCircle,
  IconNote,
  IconUser,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Found, FoundKind } from '../../data/search.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import { type Command, matching } from './command.ts';

export interface PaletteItem {
  readonly key: string;
  readonly icon: ReactNode;
  readonly title: string;
  /** Location, outermost first. */
  readonly place: readonly string[];
  readonly excerpt: string | undefined;
  readonly keys: string | undefined;
  readonly isFaint: boolean;
  readonly run: () => void;
}

export interface PaletteGroup {
  readonly title: string;
  readonly items: readonly PaletteItem[];
}

const KINDS: Readonly<Record<FoundKind, { readonly title: string; readonly icon: ReactNode }>> = {
  task: { title: 'Tasks', icon: <IconCircleCheck {...SMALL_ICON} /> },
  subtask: { title: 'Subtasks', icon: <IconListCheck {...SMALL_ICON} /> },
  comment: { title: 'Comments', icon: <IconMessageCircle {...SMALL_ICON} /> },
  note: { title: 'Notes', icon: <IconNote {...SMALL_ICON} /> },
  todo: { title: 'Todo', icon: <IconChecklist {...SMALL_ICON} /> },
  project: { title: 'Projects', icon: <IconLayoutKanban {...SMALL_ICON} /> },
  person: { title: 'People', icon: <IconUser {...SMALL_ICON} /> },
  message: { title: 'Messages', icon: <IconMessage {...SMALL_ICON} /> },
};

interface Input {
  readonly text: string;
  readonly found: readonly Found[];
  readonly recent: readonly Found[];
  readonly commands: readonly Command[];
  readonly open: (found: Found) => void;
}

/** Groups of the list: recent items and commands for an empty field, otherwise the matches, best first. */
export function groupsOf({ text, found, recent, commands, open }: Input): readonly PaletteGroup[] {
  const item = (one: Found) => itemOfFound(one, () => open(one));
  const fitting = bySection(matching(commands, text));
  if (text.trim() === '') {
    return present([{ title: 'Recent', items: recent.slice(0, 6).map(item) }, ...fitting]);
  }
  const kinds = Map.groupBy(found, ({ kind }) => kind);
  const things = [...kinds].map(([kind, all]) => ({
    title: KINDS[kind].title,
    items: all.map(item),
  }));
  return present([...fitting, ...things]);
}

function bySection(commands: readonly Command[]): readonly PaletteGroup[] {
  return [...Map.groupBy(commands, ({ section }) => section)].map(([title, all]) => ({
    title,
    items: all.map(itemOfCommand),
  }));
}

function present(groups: readonly PaletteGroup[]): readonly PaletteGroup[] {
  return groups.filter(({ items }) => items.length > 0);
}

function itemOfFound(found: Found, run: () => void): PaletteItem {
  return {
    key: `${found.kind}-${found.id}`,
    icon: KINDS[found.kind].icon,
    title: found.title,
    place: found.place,
    excerpt: found.excerpt,
    keys: undefined,
    isFaint: found.isDone,
    run,
  };
}

function itemOfCommand({ id, icon, title, keys, run }: Command): PaletteItem {
  return {
    key: `command-${id}`,
    icon,
    title,
    place: [],
    excerpt: undefined,
    keys,
    isFaint: false,
    run,
  };
}
