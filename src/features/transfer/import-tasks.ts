import * as v from 'valibot';
import { commentCreate } from '../../../model/mutations/comment/comment-create.ts';
import type { Prepared } from '../../../model/mutations/define-mutation.ts';
import { subtaskCreate } from '../../../model/mutations/subtask/subtask-create.ts';
import { taskArchive } from '../../../model/mutations/task/task-archive.ts';
import { taskComplete } from '../../../model/mutations/task/task-complete.ts';
import { taskCreate } from '../../../model/mutations/task/task-create.ts';
import { refuseReversedDates } from '../../../model/shared/dates.ts';
import { ranksAfter } from '../../../model/shared/rank.ts';
import { LONG_TEXT_LIMIT, NAME_LIMIT } from '../../../model/shared/text.ts';
import { i18n } from '../../i18n/i18n.ts';
import { derivedId } from './derived-id.ts';
import { fitted } from './fitted-text.ts';
import type { Matched } from './import-people.ts';
import type { ImportGroup, ImportDeps } from './import-group.ts';
import type { Loss, SourceCard } from './source-board.ts';

/** Plan for one card of the file. */
export interface CardPlan {
  readonly card: string;
  readonly rank: string;
  readonly groups: readonly ImportGroup[];
  /** Organisation users who have to be team members first. */
  readonly people: readonly string[];
  readonly losses: readonly Loss[];
  /** True when no person of the card matched: the importing person becomes the assignee. */
  readonly isMine: boolean;
  readonly isCut: boolean;
}

interface CardInput {
  readonly project: string;
  readonly card: string;
  readonly rank: string;
  readonly people: Matched;
  /** By lower-case name. */
  readonly labels: ReadonlyMap<string, string>;
  readonly deps: ImportDeps;
}

/** Names of tasks and subtasks stay below the limit. */
const LONGEST_NAME = NAME_LIMIT - 1;

/** Task with its completion in one group; subtasks and comments in groups of their own. */
export function planCard(source: SourceCard, input: CardInput): CardPlan {
  const { project, card, rank, deps } = input;
  const id = derivedId('task', project, source.id);
  const known = knownOf(source.assignees, input);
  const assignees = known.length === 0 ? [deps.actor.orgUserId] : known;
  const collaborators = knownOf(source.collaborators, input);
  const label = labelOf(source, input);
  const name = fitted(source.name, LONGEST_NAME) || i18n.t('Untitled');
  const long = longNames(source);
  const description = [source.description, ...long]
    .filter((part) => part.trim() !== '')
    .join('\n\n');
  const flag = flagOf(source.priority, deps);
  const args = {
    id,
    project,
    card,
    rank,
    name,
    description: fitted(description, LONG_TEXT_LIMIT),
    flag: flag.id,
    label,
    start_date: isReversed(source) ? null : source.start,
    end_date: source.due,
    assigned_to: assignees.length === 1 ? (assignees[0] ?? null) : null,
    assigned_users: assignees.length === 1 ? [] : assignees,
    collaborators,
  };
  const extra = { ...args, ...source.fields };
  const isFit = Object.keys(source.fields).length === 0 || v.is(taskCreate.schema, extra);
  const made = taskCreate.prepare(isFit ? extra : args);
  const ticks: readonly Prepared[] = [
    ...(source.isCompleted
      ? [taskComplete.prepare({ id, done: true, at: source.completedAt })]
      : []),
    ...(source.isArchived ? [taskArchive.prepare({ id, status: false })] : []),
  ];
  return {
    card,
    rank,
    groups: [
      { what: 'tasks', changes: [made, ...ticks] },
      ...subtaskGroups(source, { id, project }),
      ...source.comments.map(({ id: commentId, text }) => ({
        what: 'comments' as const,
        changes: [
          commentCreate.prepare({
            id: derivedId('comment', id, commentId),
            project,
            task: id,
            comment: fitted(text, LONG_TEXT_LIMIT),
          }),
        ],
      })),
    ],
    people: [...assignees, ...collaborators],
    losses: lossesOf(source, { isFlagKnown: flag.isKnown, isFit }),
    isMine: known.length === 0,
    isCut: long.length > 0,
  };
}

function subtaskGroups(
  source: SourceCard,
  task: { readonly id: string; readonly project: string },
): readonly ImportGroup[] {
  const ranks = ranksAfter(undefined, source.subtasks.length);
  return source.subtasks.map((item, index) => ({
    what: 'subtasks',
    changes: [
      subtaskCreate.prepare({
        id: derivedId('subtask', task.id, item.id),
        project: task.project,
        task: task.id,
        rank: ranks[index] ?? 'V',
        name: fitted(item.name, LONGEST_NAME) || i18n.t('Untitled'),
        start_date: null,
        end_date: item.due,
        is_completed: item.isCompleted,
      }),
    ],
  }));
}

/** Truncated names are preserved in full in the description. */
function longNames({ name, subtasks }: SourceCard): readonly string[] {
  const isLong = (text: string) => fitted(text, LONGEST_NAME) !== fitted(text, LONG_TEXT_LIMIT);
  return [name, ...subtasks.map((item) => item.name)].filter(isLong);
}

function knownOf(keys: readonly string[], { people }: CardInput): readonly string[] {
  const ids = keys.map((key) => people.ids.get(key)).filter((id) => id !== undefined);
  return [...new Set(ids)].slice(0, 500);
}

function labelOf({ labels: [first] }: SourceCard, { labels }: CardInput): string | null {
  return first === undefined ? null : (labels.get(fitted(first, 200).toLowerCase()) ?? null);
}

/** Priority by name; otherwise the least urgent one. */
function flagOf(
  priority: string,
  { flags }: ImportDeps,
): { readonly id: string; readonly isKnown: boolean } {
  const wanted = priority.trim().toLowerCase();
  const found = flags.find(({ name }) => name.trim().toLowerCase() === wanted);
  return { id: found?.id ?? flags.at(-1)?.id ?? '', isKnown: found !== undefined || wanted === '' };
}

/** Such a task would be refused together with its subtasks and comments. */
function isReversed({ start, due }: SourceCard): boolean {
  return refuseReversedDates({ start_date: start, end_date: due }) !== undefined;
}

function lossesOf(
  source: SourceCard,
  { isFlagKnown, isFit }: { readonly isFlagKnown: boolean; readonly isFit: boolean },
): readonly Loss[] {
  const { labels, priority } = source;
  return [
    ...(isReversed(source)
      ? [
          {
            what: i18n.t('Start dates after the due date'),
            count: 1,
            why: i18n.t('A task cannot start after it is due; it keeps the due date.'),
          },
        ]
      : []),
    ...(labels.length > 1
      ? [
          {
            what: i18n.t('Second and further labels'),
            count: labels.length - 1,
            why: i18n.t('A task has one label.'),
          },
        ]
      : []),
    ...(isFit
      ? []
      : [
          {
            what: i18n.t('Values that could not be read'),
            count: Object.keys(source.fields).length,
            why: i18n.t('The field does not take them.'),
          },
        ]),
    ...(isFlagKnown
      ? []
      : [
          {
            what: i18n.t('Priority “{name}”', { name: priority }),
            count: 1,
            why: i18n.t('No priority here has this name; the lowest is taken.'),
          },
        ]),
  ];
}
