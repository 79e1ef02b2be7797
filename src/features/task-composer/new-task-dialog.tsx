import { Button, CloseButton, Select } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import {
  type KeyboardEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Card } from '../../../model/entities/card.ts';
import { useActor } from '../../data/client.tsx';
import type { TaskStart } from '../../data/task-start.ts';
import { i18n } from '../../i18n/i18n.ts';
import type { TypedAhead } from '../../ui/focus/typed-ahead.ts';
import { COMMAND } from '../../ui/keys/command.ts';
import { keyText } from '../../ui/keys/key-text.ts';
import { useModal } from '../../ui/overlays/use-modal.ts';
import { ComposerChips } from './composer-chips.tsx';
import { ComposerField, focusText, PLACEHOLDER } from './composer-field.tsx';
import { startOf, useComposer } from './use-composer.ts';
import { usePlace } from './use-place.ts';
import { useSend } from './use-send.ts';
import classes from './task-composer.module.css';

interface Props {
  /** Slug of the project that is on the screen. */
  readonly slug: string | undefined;
  /** Text to begin with, after the text of an earlier visit. */
  readonly text: string;
  /** Passes on what was typed before the field had the focus. */
  readonly deliverTyped: TypedAhead['deliver'];
  /** Opens the whole form with what was typed. */
  readonly onMore: (card: Card, start: TaskStart) => void;
  readonly onClose: () => void;
}

/** Composer over any screen: project and card chosen, type, Enter, next. It stays open until Escape. */
export function NewTaskDialog({ slug, text, deliverTyped, onMore, onClose }: Props) {
  const place = usePlace(slug);
  const { card, project } = place;
  const special = useActor()?.specialRole === true;
  const composer = useComposer(card, 'composer');
  const navigate = useNavigate();
  const [added, setAdded] = useState<Added>();
  const addText = useFirstText(text, composer.text, composer.setText);
  const report = (tasks: readonly string[]) => {
    if (project === undefined || card === undefined) return;
    place.remember();
    setAdded({ tasks, slug: project.slug, place: `${project.name}, ${card.name}` });
  };
  const { send, problem } = useSend(composer, report, place.choice);
  const show = ({ tasks, slug: to }: Added) => {
    onClose();
    const search = tasks.length === 1 ? { task: tasks[0] } : {};
    void navigate({ to: '/workspace/$slug', params: { slug: to }, search });
  };
  const more = () => {
    if (card !== undefined) onMore(card, startOf(composer));
  };
  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    more();
  };
  const dialog = useModal(onClose);
  const hasField = useHasField(place);
  // The dialog opens before the cards are read: by then its close button has the focus.
  useLayoutEffect(() => {
    if (!hasField) return;
    focusText(dialog.current);
    deliverTyped(addText);
  }, [dialog, hasField, addText, deliverTyped]);
  return (
    <dialog
      ref={dialog}
      data-own-escape
      className={classes['dialog']}
      aria-labelledby="new-task-title"
      onKeyDownCapture={onKeyDownCapture}
    >
      <div className={classes['head']}>
        <h2 id="new-task-title" className={classes['title']}>
          {i18n.t('New task')}
        </h2>
        <CloseButton aria-label={i18n.t('Close new task')} onClick={onClose} />
      </div>
      <Places place={place} />
      {hasField && (
        <>
          <div className={classes['box']}>
            <ComposerField
              composer={composer}
              project={project?.id}
              label={special ? i18n.t('Task Details') : i18n.t('Task name')}
              placeholder={i18n.t(PLACEHOLDER)}
              side="below"
              isInvalid={problem !== undefined}
              onSend={send}
            />
            <ComposerChips composer={composer} />
            {problem !== undefined && (
              <p className={classes['problem']} role="alert">
                {problem}
              </p>
            )}
          </div>
          <div className={classes['foot']}>
            {added === undefined ? (
              <span className={classes['keys']}>
                {i18n.t('Enter adds, {command} Enter opens all fields', {
                  command: keyText(COMMAND),
                })}
              </span>
            ) : (
              <>
                <output className={classes['added']}>{addedText(added)}</output>
                <Button size="compact-sm" variant="subtle" onClick={() => show(added)}>
                  {i18n.t('Show')}
                </Button>
              </>
            )}
            <span className={classes['grow']} />
            <Button size="compact-sm" variant="subtle" color="gray" onClick={more}>
              {i18n.t('More')}
            </Button>
            <Button size="compact-sm" onClick={send} disabled={composer.lines.length === 0}>
              {composer.lines.length > 1
                ? i18n.t('{count, plural, one {Add # task} other {Add # tasks}}', {
                    count: composer.lines.length,
                  })
                : i18n.t('Add task')}
            </Button>
          </div>
        </>
      )}
    </dialog>
  );
}

/** Tasks that were added last, and their place. */
interface Added {
  /** Ids. */
  readonly tasks: readonly string[];
  readonly slug: string;
  readonly place: string;
}

function addedText({ tasks, place }: Added): string {
  return i18n.t('{count, plural, =1 {Task added to {place}} other {# tasks added to {place}}}', {
    count: tasks.length,
    place,
  });
}

/** False before the first cards are read, and without a card; the field stays while those of another project are read. */
function useHasField({ project, cards, card }: Place): boolean {
  const [had, setHad] = useState(false);
  const has = card !== undefined || (had && project !== undefined && cards === undefined);
  if (has !== had) setHad(has);
  return has;
}

type Place = ReturnType<typeof usePlace>;

/** Puts the text that came with the dialog into the field, once; returns a function that appends to the text. */
function useFirstText(
  text: string,
  current: string,
  set: (text: string) => void,
): (typed: string) => void {
  const latest = useRef({ current, set });
  useLayoutEffect(() => {
    latest.current = { current, set };
  });
  useEffect(() => {
    if (text === '') return;
    const { current: before, set: write } = latest.current;
    // A text that was not sent is a task of its own.
    write(before.trim() === '' || before === text ? text : `${before}\n${text}`);
  }, [text]);
  return useCallback((typed) => latest.current.set(latest.current.current + typed), []);
}

function Places({ place }: { readonly place: Place }) {
  const { projects, project, cards, card } = place;
  if (projects === undefined) return null;
  if (projects.length === 0) {
    return (
      <p className={classes['empty']}>
        {i18n.t('You are not in a project yet. An administrator can add you to one.')}
      </p>
    );
  }
  return (
    <>
      <div className={classes['places']}>
        <Select
          size="xs"
          aria-label={i18n.t('Project')}
          searchable
          nothingFoundMessage={i18n.t('No project of this name')}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          data={projects.map(({ id, name }) => ({ value: id, label: name }))}
          value={project?.id ?? null}
          onChange={(id) => place.choose({ project: id ?? undefined, card: undefined })}
        />
        <Select
          size="xs"
          aria-label={i18n.t('Card')}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          disabled={card === undefined}
          data={(cards ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={card?.id ?? null}
          onChange={(id) => place.choose({ project: project?.id, card: id ?? undefined })}
        />
      </div>
      {cards?.length === 0 && (
        <p className={classes['empty']}>
          {i18n.t(
            'The board of this project has no cards yet: choose another project, or add a card first.',
          )}
        </p>
      )}
    </>
  );
}
