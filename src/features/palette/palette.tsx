import { CloseButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useLayoutEffect, useMemo, useState } from 'react';
import { useAccount } from '../../data/client.tsx';
import { recentOf } from '../../data/recent.ts';
import { type Search, useFound, useDetails } from '../../data/search.ts';
import { useOutlines } from '../../data/project-details.ts';
import { type AbsentFound, useAbsentFound } from '../../data/absent-found.ts';
import { i18n } from '../../i18n/i18n.ts';
import type { TypedAhead } from '../../ui/focus/typed-ahead.ts';
import { ICON } from '../../ui/marks/icon.ts';
import { useModal } from '../../ui/overlays/use-modal.ts';
import { groupsOf, type PaletteItem } from './palette-items.tsx';
import { PaletteList } from './palette-list.tsx';
import styles from './palette.module.css';
import { useCommands } from './use-commands.tsx';
import { useOpenFound } from './use-open-found.ts';

interface PaletteProps {
  readonly search: Search | undefined;
  /** Passes on what was typed before the field had the focus. */
  readonly deliverTyped: TypedAhead['deliver'];
  readonly onSignOut: () => void;
  readonly onNewTask: (text: string) => void;
  readonly onShortcuts: () => void;
  readonly onClose: () => void;
}

/** Command palette: navigation, commands and search over the rows on this device (product.md). */
export function Palette(props: PaletteProps) {
  const { search, deliverTyped, onSignOut, onNewTask, onShortcuts, onClose } = props;
  const account = useAccount();
  const [text, setText] = useState('');
  const [recentRefs] = useState(() => (account === undefined ? [] : recentOf(account.key)));
  const { found, isComplete } = useFound(search, text);
  const recent = useDetails(search, recentRefs);
  const commands = useCommands({ onSignOut, onNewTask, onShortcuts, text });
  const open = useOpenFound();
  const absent = useAbsentFound(text, found);
  const groups = groupsOf({ text, found, absent: absent.found, recent, commands, open });
  const choice = useChoice(
    groups.flatMap(({ items }) => items),
    text,
    onClose,
  );
  const { outlined } = useOutlines();
  const listId = useId();
  const dialog = useModal(onClose);
  useLayoutEffect(() => {
    deliverTyped((typed) => setText((before) => before + typed));
  }, [deliverTyped]);
  return (
    <dialog
      ref={dialog}
      data-own-escape
      className={styles['palette']}
      aria-label={i18n.t('Search or go to')}
    >
      <div className={styles['field']}>
        <IconSearch {...ICON} />
        <input
          className={styles['input']}
          autoFocus
          type="text"
          role="combobox"
          aria-label={i18n.t('Search or go to')}
          aria-expanded={groups.length > 0}
          aria-controls={listId}
          aria-activedescendant={
            choice.chosen === undefined ? undefined : optionId(listId, choice.chosen)
          }
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder={i18n.t('Search tasks, people, notes, or go to…')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={choice.onKeyDown}
        />
        <kbd className={styles['keys']}>Esc</kbd>
        <CloseButton
          className={styles['close']}
          size="lg"
          aria-label={i18n.t('Close search')}
          onClick={onClose}
        />
      </div>
      <PaletteList
        id={listId}
        groups={groups}
        chosen={choice.chosen}
        optionId={(key) => optionId(listId, key)}
        onChoose={choice.choose}
        onRun={choice.run}
      />
      <output className={styles['foot']} data-alone={groups.length === 0}>
        {footMessage({
          text,
          isComplete,
          count: groups.length,
          outlined: outlined.length,
          absent,
        }) ?? (
          <span className={styles['help']}>
            {i18n.t('↑ ↓ to choose, Enter to open, ? for all shortcuts')}
          </span>
        )}
      </output>
    </dialog>
  );
}

function optionId(listId: string, key: string): string {
  return `${listId}${key}`;
}

function footMessage(input: {
  readonly text: string;
  readonly isComplete: boolean;
  readonly count: number;
  /** Number of projects whose comments, sub-tasks and files are not on this device. */
  readonly outlined: number;
  readonly absent: Pick<AbsentFound, 'projects' | 'state'>;
}): string | undefined {
  const isAsking = input.text.trim() !== '';
  if (isAsking && !input.isComplete) return i18n.t('Still reading what is on this device…');
  const { projects, state } = input.absent;
  if (isAsking && projects > 0 && state === 'asked') {
    return i18n.t('Asking the server for tasks that are not on this device…');
  }
  if (isAsking && projects > 0 && state !== 'here') {
    return i18n.t(
      '{count, plural, one {Tasks of # project are not on this device and were not searched.} other {Tasks of # projects are not on this device and were not searched.}}',
      { count: projects },
    );
  }
  if (isAsking && input.outlined > 0) {
    return i18n.t(
      '{count, plural, one {Comments and files of # project are not on this device and were not searched.} other {Comments and files of # projects are not on this device and were not searched.}}',
      { count: input.outlined },
    );
  }
  if (isAsking && input.count === 0) return i18n.t('Nothing found on this device.');
  return undefined;
}

/** Index of the selected item: 0 until the arrow keys or the pointer select another one. */
function useChoice(items: readonly PaletteItem[], text: string, onClose: () => void) {
  const [picked, setPicked] = useState<{ readonly text: string; readonly key: string }>();
  const current = useMemo(() => {
    const known = picked?.text === text ? items.find(({ key }) => key === picked.key) : undefined;
    return known ?? items[0];
  }, [items, picked, text]);
  const choose = (key: string) => setPicked({ text, key });
  const run = (item: PaletteItem | undefined) => {
    if (item === undefined) return;
    onClose();
    item.run();
  };
  const step = (by: number) => {
    const at = items.findIndex(({ key }) => key === current?.key);
    const next = items[(at + by + items.length) % Math.max(1, items.length)];
    if (next !== undefined) choose(next.key);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (by !== undefined) step(by);
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) run(current);
    else return;
    event.preventDefault();
  };
  return { chosen: current?.key, choose, run, onKeyDown };
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
