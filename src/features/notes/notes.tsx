import { Button, CloseButton, TextInput } from '@mantine/core';
import { IconNote, IconPlus, IconSearch } from '@tabler/icons-react';
import { type RefObject, useRef, useState } from 'react';
import type { NoteTag } from '../../../model/entities/note-tag.ts';
import { type Note, tagsOf } from '../../../model/entities/note.ts';
import { useHasDraft } from '../../data/stored-drafts.ts';
import { useIsDownloading } from '../../data/downloading.ts';
import { useNotes, useNoteTags } from '../../data/notes.ts';
import { i18n } from '../../i18n/i18n.ts';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { ICON, SMALL_ICON } from '../../ui/marks/icon.ts';
import { LoadingRows } from '../../ui/layout/loading-rows.tsx';
import { plain } from '../../ui/text/plain.ts';
import { CREATE_DRAFT } from './note-drafts.ts';
import { NoteCard } from './note-card.tsx';
import { NoteForm } from './note-form.tsx';
import { TagChips } from './tag-chips.tsx';
import { useHiddenNotes } from './use-hidden-notes.ts';
import { useTypedText } from '../../ui/forms/use-typed-text.ts';
import styles from './notes.module.css';

/** Notes rendered at first and added on demand. */
const PAGE = 60;

export interface NotesFilter {
  readonly search: string;
  /** Id of a tag; undefined for all. */
  readonly tag: string | undefined;
}

interface NotesProps {
  readonly filter: NotesFilter;
  readonly onFilter: (filter: NotesFilter) => void;
  readonly layout: 'panel' | 'page';
  /** Id of the note that a link refers to. */
  readonly shown?: string | undefined;
}

/** Search, tag chips, create form and notes, for the panel and the page. */
export function Notes({ filter, onFilter, layout, shown }: NotesProps) {
  const tags = useNoteTags();
  const hasDraft = useHasDraft(CREATE_DRAFT);
  // A form opened by a draft does not take the focus.
  const [form, setForm] = useState<'kept' | 'opened' | 'closed'>(hasDraft ? 'kept' : 'closed');
  const isCreating = form !== 'closed';
  const open = () => setForm('opened');
  const toggle = useRef<HTMLButtonElement>(null);
  const needle = useTypedText(filter.search, (search) => onFilter({ ...filter, search }));
  const [revealed, setRevealed] = useState<string>();
  const names = new Map(tags?.map((tag) => [tag.id, tag.name]));
  useHiddenNotes(
    (note) =>
      (filter.tag === undefined || tagsOf(note).includes(filter.tag)) &&
      matches(note, namesOf(note, names), filter.search),
    (id) => {
      setRevealed(id);
      onFilter({ search: '', tag: undefined });
    },
  );
  return (
    <div className={styles['notes']} data-layout={layout}>
      <div className={styles['tools']}>
        <TextInput
          className={styles['search']}
          aria-label={i18n.t('Search notes')}
          placeholder={i18n.t('Search notes')}
          type="search"
          leftSection={<IconSearch {...SMALL_ICON} />}
          rightSection={
            filter.search === '' ? null : (
              <CloseButton
                size="sm"
                aria-label={i18n.t('Clear search')}
                onClick={() => onFilter({ ...filter, search: '' })}
              />
            )
          }
          {...needle}
        />
        <Button
          leftSection={isCreating ? undefined : <IconPlus {...SMALL_ICON} />}
          variant={isCreating ? 'default' : 'filled'}
          aria-expanded={isCreating}
          ref={toggle}
          onClick={() => (isCreating ? setForm('closed') : open())}
        >
          {isCreating ? i18n.t('Close form') : i18n.t('New note')}
        </Button>
      </div>
      <TagChips
        tags={tags ?? []}
        chosen={filter.tag}
        onChoose={(tag) => onFilter({ ...filter, tag })}
      />
      {isCreating ? (
        <NoteForm
          tags={tags ?? []}
          startsFocused={form === 'opened'}
          onDone={() => {
            setForm('closed');
            toggle.current?.focus();
          }}
        />
      ) : null}
      <NoteList
        filter={filter}
        tags={tags ?? []}
        shown={revealed ?? shown}
        reveal={revealed === undefined ? scrollIntoView : startEditing}
        heading={layout === 'page' ? 'h2' : 'h3'}
        onCreate={isCreating ? undefined : open}
        otherwise={toggle}
        onClear={() => onFilter({ search: '', tag: undefined })}
      />
    </div>
  );
}

interface NoteListProps {
  readonly shown: string | undefined;
  /** Ref callback for the element of that note. */
  readonly reveal: (row: HTMLElement | null) => void;
  readonly filter: NotesFilter;
  readonly tags: readonly NoteTag[];
  readonly heading: 'h2' | 'h3';
  /** Opens the form; undefined while it is open. */
  readonly onCreate: (() => void) | undefined;
  /** Gets the focus when the last note with the focus is removed. */
  readonly otherwise: RefObject<HTMLElement | null>;
  readonly onClear: () => void;
}

function NoteList(props: NoteListProps) {
  const { filter, tags, shown, reveal, heading, onCreate, otherwise, onClear } = props;
  const notes = useNotes(filter.tag);
  const downloading = useIsDownloading();
  const [limit, setLimit] = useState(PAGE);
  if (notes === undefined || (downloading && notes.length === 0)) {
    return <LoadingRows count={3} height={90} />;
  }
  const names = new Map(tags.map((tag) => [tag.id, tag.name]));
  const found = notes.filter((note) => matches(note, namesOf(note, names), filter.search));
  if (found.length === 0) {
    const isFiltered = filter.search !== '' || filter.tag !== undefined;
    return isFiltered ? (
      <EmptyState
        text={i18n.t('No notes found matching your search criteria.')}
        action={
          <Button variant="default" onClick={onClear}>
            {i18n.t('Clear filter')}
          </Button>
        }
      />
    ) : (
      <EmptyState
        icon={<IconNote {...ICON} size={30} />}
        text={i18n.t('No notes available. Create your first note!')}
        action={
          onCreate === undefined ? undefined : (
            <Button onClick={onCreate}>{i18n.t('New note')}</Button>
          )
        }
      />
    );
  }
  // At least as many as needed to render the linked note.
  const count = Math.max(limit, found.findIndex(({ id }) => id === shown) + 1);
  return (
    <>
      <ul className={styles['list']}>
        {found.slice(0, count).map((note) => (
          <li
            key={note.id}
            ref={note.id === shown ? reveal : undefined}
            data-shown={note.id === shown}
          >
            <NoteCard note={note} tags={tags} heading={heading} otherwise={otherwise} />
          </li>
        ))}
      </ul>
      {found.length > count ? (
        <Button variant="default" onClick={() => setLimit(count + PAGE)}>
          {i18n.t('Show more ({count})', { count: found.length - count })}
        </Button>
      ) : null}
    </>
  );
}

/** Runs once, on mount. */
function scrollIntoView(row: HTMLElement | null): void {
  row?.scrollIntoView({ block: 'center' });
}

/** Scrolls to the note and focuses its first control, on request. */
function startEditing(row: HTMLElement | null): void {
  scrollIntoView(row);
  row?.querySelector<HTMLElement>('button')?.focus();
}

/** Names of the tags of a note. */
function namesOf(note: Note, names: ReadonlyMap<string, string>): readonly string[] {
  return tagsOf(note).flatMap((id) => names.get(id) ?? []);
}

function matches(note: Note, tags: readonly string[], search: string): boolean {
  const needle = plain(search.trim());
  if (needle === '') return true;
  return [note.title, note.note, ...tags].some((text) => plain(text).includes(needle));
}
