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
import { i18n, type Message, message } from '../../i18n/i18n.ts';
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

const KINDS: Readonly<Record<FoundKind, { readonly title: Message; readonly icon: ReactNode }>> = {
  task: { title: message('Tasks'), icon: <IconCircleCheck {...SMALL_ICON} /> },
  subtask: { title: message('Subtasks'), icon: <IconListCheck {...SMALL_ICON} /> },
  comment: { title: message('Comments'), icon: <IconMessageCircle {...SMALL_ICON} /> },
  note: { title: message('Notes'), icon: <IconNote {...SMALL_ICON} /> },
  todo: { title: message('Todo'), icon: <IconChecklist {...SMALL_ICON} /> },
  project: { title: message('Projects'), icon: <IconLayoutKanban {...SMALL_ICON} /> },
  person: { title: message('People'), icon: <IconUser {...SMALL_ICON} /> },
  message: { title: message('Messages'), icon: <IconMessage {...SMALL_ICON} /> },
};

const SECTIONS: Readonly<Record<Command['section'], Message>> = {
  'Go to': message('Go to'),
  Do: message('Do'),
  'This task': message('This task'),
  Organisations: message('Organisations'),
  Appearance: message('Appearance'),
};

interface Input {
  readonly text: string;
  readonly found: readonly Found[];
  /** Tasks that the server has found and this device has not. */
  readonly absent: readonly Found[];
  readonly recent: readonly Found[];
  readonly commands: readonly Command[];
  readonly open: (found: Found) => void;
}

/** Groups of the list: recent items and commands for an empty field, otherwise the matches, best first. */
export function groupsOf({
  text,
  found,
  absent,
  recent,
  commands,
  open,
}: Input): readonly PaletteGroup[] {
  const item = (one: Found) => itemOfFound(one, () => open(one));
  const fitting = bySection(matching(commands, text));
  if (text.trim() === '') {
    return present([{ title: i18n.t('Recent'), items: recent.slice(0, 6).map(item) }, ...fitting]);
  }
  const kinds = Map.groupBy(found, ({ kind }) => kind);
  const things = [...kinds].map(([kind, all]) => ({
    title: i18n.t(KINDS[kind].title),
    items: all.map(item),
  }));
  const further = { title: i18n.t('Not on this device'), items: absent.map(item) };
  return present([...fitting, ...things, further]);
}

function bySection(commands: readonly Command[]): readonly PaletteGroup[] {
  return [...Map.groupBy(commands, ({ section }) => section)].map(([section, all]) => ({
    title: i18n.t(SECTIONS[section]),
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
