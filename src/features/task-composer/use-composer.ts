import { useMemo, useState } from 'react';
import type { Card } from '../../../model/entities/card.ts';
import { mayCreateLabel } from '../../../model/permissions/label.ts';
import { localDay } from '../../../model/shared/dates.ts';
import { codePoints, NAME_LIMIT, TASK_NAME_TOO_LONG } from '../../../model/shared/text.ts';
import { useAccount, useActor, useAllowed } from '../../data/client.tsx';
import { useDraft } from '../../data/drafts.ts';
import { defaultFlagOf, useFlags, useOfferedFlags } from '../../data/flags.ts';
import { useAddLabel, useLabels } from '../../data/labels.ts';
import { useMembers } from '../../data/members.ts';
import { type NewTask, useAddTasks } from '../../data/task-changes.ts';
import type { TaskStart } from '../../data/task-start.ts';
import { i18n, translated } from '../../i18n/i18n.ts';
import { missing } from '../../ui/forms/rules.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import {
  type LineChoices,
  linesOf,
  type Named,
  dueDateOf,
  type ParsedLine,
  parseLine,
  pickDate,
  type PickedDate,
  withoutTokens,
} from './parse-line.ts';
import { readChoices, rememberChoices, type RememberedChoices } from './remembered-choices.ts';

/** Values of a task that the composer would add now. */
export interface ComposedTask extends Pick<ParsedLine, 'name' | 'label' | 'date'> {
  readonly people: readonly string[];
  readonly flag: string | undefined;
  readonly isDateInText: boolean;
}

/** Result of an attempt to add: ids of the added tasks, or the reason why nothing was sent. */
export type Outcome =
  | { readonly added: readonly string[] }
  | { readonly problem: string }
  | undefined;

/** A type, not an interface: drafts are stored by field name. */
type ComposerDraft = {
  readonly text: string;
  /** Due date that was chosen and is not in the text; null: none is wanted; empty: nothing was chosen. */
  readonly date: string | null;
};

const EMPTY: ComposerDraft = { text: '', date: '' };

/**
 * State of a composer: its text, what the text means, and adding it. `draft` is the key of its draft, `day` the due
 * date of tasks whose text has none.
 */
export function useComposer(card: Card | undefined, draft: string, day?: string) {
  const project = card?.project;
  const account = useAccount();
  const actor = useActor();
  const text = useDraft(draft, EMPTY);
  const add = useAddTasks();
  const { choices, addLabel, isRead } = useChoices(project);
  const now = useNow(60_000);
  const today = localDay(now, new Date(now).getTimezoneOffset());
  const [chosen, choose] = useRemembered(account?.key, project);
  const [plainDate, setPlainDate] = useState('');
  const pickedDate: PickedDate = text.values.date === '' ? undefined : text.values.date;
  const me = choices['@'].find(({ id }) => id === actor?.orgUserId)?.id;
  const lines = linesOf(text.values.text);
  const [first = ''] = lines;

  const composed = (line: string): ComposedTask => {
    // A date that the person took for a part of the name stays there until the line changes.
    const isPlain = plainDate !== '' && plainDate === line;
    const parsed = parseLine(line, choices, today, { hasDates: !isPlain });
    const isMember = (id: string) => choices['@'].some((person) => person.id === id);
    const remembered = (chosen.people ?? (me === undefined ? [] : [me])).filter(isMember);
    return {
      ...parsed,
      date: dueDateOf(parsed.date, pickedDate, day),
      isDateInText: parsed.date !== undefined,
      people: parsed.people.length > 0 ? parsed.people : remembered,
      flag: parsed.flag ?? flagOf(chosen.flag, choices['!']),
    };
  };

  /** Adds the tasks of these lines; `rest` is the description of the first one. */
  const addLines = async (wanted: readonly string[], rest = ''): Promise<Outcome> => {
    if (card === undefined) return undefined;
    const all = wanted.map(composed);
    const problem = all.map(problemOf).find((one) => one !== undefined);
    if (problem !== undefined) return { problem };
    const inputs = all.map((task, index) => inputOf(task, card, index === 0 ? rest : ''));
    const results: (string | undefined)[] = [];
    await text.send(async () => {
      results.push(...(await add(inputs)));
      const refused = wanted.filter((_, index) => results[index] === undefined);
      if (refused.length === 0) return true;
      // With the text comes the date that was chosen for it, as where nothing was saved.
      return refused.length < wanted.length && { text: refused.join('\n') };
    }, '\n');
    return { added: results.filter((id) => id !== undefined) };
  };

  return {
    text: text.values.text,
    setText: (next: string) => text.set({ text: next }),
    clear: text.clear,
    lines,
    choices,
    addLabel,
    /** Card of the tasks; undefined until one is chosen. */
    cardId: card?.id,
    /** False while the people, priorities and labels of the project are read. */
    isReady: isRead && actor !== undefined,
    today,
    /** Task of the first line. */
    task: composed(first),
    addLines,
    /** Remembers a choice for the next tasks; tokens of its mark leave the text. */
    choose: (mark: '@' | '!', ids: readonly string[]) => {
      choose(mark === '@' ? { ...chosen, people: ids } : { ...chosen, flag: ids[0] });
      text.set({ text: withoutTokens(text.values.text, mark, choices) });
    },
    /** Chooses a date phrase or calendar date for the next tasks; undefined: no due date. */
    pickDate: (phrase: string | undefined) => {
      const next = pickDate(text.values.text, phrase, choices, today);
      text.set({ text: next.text, date: next.picked === undefined ? '' : next.picked });
    },
    /** Leaves the date phrase of the first line in its name. */
    keepDateAsText: () => setPlainDate(first),
  };
}

export type Composer = ReturnType<typeof useComposer>;

/** Values for the whole form; several lines become a name and a description. */
export function startOf({ text, lines, task, clear }: Composer): TaskStart {
  return {
    line: text,
    name: task.name,
    description: lines.slice(1).join('\n'),
    flag: task.flag ?? '',
    label: task.label ?? '',
    end_date: task.date ?? '',
    assignees: task.people,
    done: clear,
  };
}

/** Choices of a project; `addLabel` creates one and is true when it can be named. */
function useChoices(project: string | undefined) {
  const members = useMembers(project);
  const all = useFlags();
  const flags = useOfferedFlags();
  const labels = useLabels(project);
  const allowed = useAllowed();
  const create = useAddLabel();
  // The next Enter may come before the query has read a label that was just created.
  const [created, setCreated] = useState<readonly Named[]>([]);
  // From then on the query decides: a label that is deleted later is not offered.
  const isRead = ({ id }: Named) => labels?.some((label) => label.id === id) === true;
  if (created.some(isRead)) setCreated(created.filter((one) => !isRead(one)));
  const addLabel = async (name: string): Promise<boolean> => {
    if (project === undefined || !(await allowed(mayCreateLabel))) return false;
    const id = await create(project, name);
    if (id !== undefined) setCreated((before) => [...before, { id, name }]);
    return id !== undefined;
  };
  const choices = useMemo<LineChoices>(
    () => ({
      '@': (members ?? [])
        .filter(({ person }) => person.active)
        .map(({ person }) => ({ id: person.id, name: person.display_name })),
      '!': flags.map(({ id, name }) => ({ id, name })),
      '#': [
        ...(labels ?? []).map(({ id, name }) => ({ id, name })),
        ...(labels === undefined ? [] : created),
      ],
    }),
    [members, flags, labels, created],
  );
  const areRead = members !== undefined && all !== undefined && labels !== undefined;
  return { choices, addLabel, isRead: areRead };
}

function useRemembered(
  accountKey: string | undefined,
  project: string | undefined,
): readonly [RememberedChoices, (next: RememberedChoices) => void] {
  const place = `${accountKey ?? ''}:${project ?? ''}`;
  const isKnown = accountKey !== undefined && project !== undefined;
  const [state, setState] = useState<{ readonly place: string; readonly of: RememberedChoices }>();
  if (isKnown && state?.place !== place) setState({ place, of: readChoices(accountKey, project) });
  const choose = (next: RememberedChoices) => {
    setState({ place, of: next });
    if (isKnown) rememberChoices(accountKey, project, next);
  };
  return [state?.place === place ? state.of : NONE, choose];
}

const NONE: RememberedChoices = {};

/** The remembered priority while it is offered, else the default one. */
function flagOf(remembered: string | undefined, flags: LineChoices['!']): string | undefined {
  const isOffered = flags.some(({ id }) => id === remembered);
  return isOffered ? remembered : defaultFlagOf(flags)?.id;
}

function problemOf({ name, people, flag }: ComposedTask): string | undefined {
  if (name === '') return missing(i18n.t('Name'));
  if (codePoints(name) >= NAME_LIMIT) return translated(TASK_NAME_TOO_LONG);
  if (people.length === 0) return i18n.t('Assign to is required: type @ and a name');
  return flag === undefined ? i18n.t('Priority is required: type ! and a priority') : undefined;
}

function inputOf(task: ComposedTask, card: Card, description: string): NewTask {
  const [first = null] = task.people;
  const isMulti = task.people.length > 1;
  return {
    project: card.project,
    card: card.id,
    name: task.name,
    description,
    flag: task.flag ?? '',
    label: task.label ?? null,
    document: null,
    start_date: null,
    end_date: task.date ?? null,
    assigned_to: isMulti ? null : first,
    assigned_users: isMulti ? task.people : [],
    collaborators: [],
  };
}
