import { Menu, VisuallyHidden } from '@mantine/core';
import { IconCalendar, IconLayoutKanban, IconTag, IconUser } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Card } from '../../../model/entities/card.ts';
import { useActor } from '../../data/client.tsx';
import { useOfferedFlags } from '../../data/flags.ts';
import { i18n, message } from '../../i18n/i18n.ts';
import { DateField } from '../../ui/forms/date-field.tsx';
import { useLocalValue } from '../../ui/forms/use-local-value.ts';
import { FlagMark } from '../../ui/marks/flag-mark.tsx';
import { PersonAvatar } from '../../ui/marks/person-avatar.tsx';
import { isCalendarDate } from '../../ui/text/calendar-date.ts';
import { dateInFull, formatDate } from '../../ui/text/date-format.ts';
import { withLabel } from './parse-line.ts';
import type { Composer } from './use-composer.ts';
import classes from './task-composer.module.css';

interface Props {
  readonly composer: Composer;
}

const ICON = { size: 14, stroke: 1.5, 'aria-hidden': true } as const;

/**
 * What the text means: assignee, priority, due date, label. Each opens a menu; assignee and priority stay for
 * the next tasks of the project.
 */
export function ComposerChips({ composer, lead }: Props & { readonly lead?: ReactNode }) {
  const special = useActor()?.specialRole === true;
  return (
    <div className={classes['chips']}>
      {lead}
      <PeopleChip composer={composer} />
      <FlagChip composer={composer} />
      {composer.lines.length < 2 && <DateChip composer={composer} />}
      {composer.lines.length < 2 && (
        <LabelChip composer={composer} noun={special ? i18n.t('Sub-task') : i18n.t('Label')} />
      )}
    </div>
  );
}

interface ChipProps {
  readonly name: string;
  /** Undefined: nothing is chosen. */
  readonly value: string | undefined;
  readonly icon: ReactNode;
  readonly children: ReactNode;
}

function Chip({ name, value, icon, children }: ChipProps) {
  return (
    <Menu position="top-start" width={220} withinPortal={false}>
      <Menu.Target>
        <button
          type="button"
          className={classes['chip']}
          data-empty={value === undefined || undefined}
        >
          <span aria-hidden className={classes['icon']}>
            {icon}
          </span>
          {value !== undefined && <VisuallyHidden>{`${name}: `}</VisuallyHidden>}
          <span>{value ?? name}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown mah={280} style={{ overflowY: 'auto' }}>
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}

interface CardChipProps {
  readonly card: Card;
  readonly cards: readonly Card[];
  readonly onCard: (cardId: string) => void;
}

/** Card that the tasks are added to. */
export function CardChip({ card, cards, onCard }: CardChipProps) {
  return (
    <Chip name={i18n.t('Card')} value={card.name} icon={<IconLayoutKanban {...ICON} />}>
      {cards.map(({ id, name }) => (
        <Menu.Item key={id} onClick={() => onCard(id)}>
          {name}
        </Menu.Item>
      ))}
    </Chip>
  );
}

function PeopleChip({ composer }: Props) {
  const people = composer.choices['@'];
  const chosen = people.filter(({ id }) => composer.task.people.includes(id));
  const [first] = chosen;
  const value = chosen.map(({ name }) => name).join(', ');
  return (
    <Chip
      name={i18n.t('Assign to')}
      value={first === undefined ? undefined : value}
      icon={
        first === undefined ? (
          <IconUser {...ICON} />
        ) : (
          <PersonAvatar name={first.name} size={16} tooltip={false} />
        )
      }
    >
      {people.map(({ id, name }) => (
        <Menu.Item
          key={id}
          leftSection={<PersonAvatar name={name} size={20} tooltip={false} />}
          onClick={() => composer.choose('@', [id])}
        >
          {name}
        </Menu.Item>
      ))}
      {people.length === 0 && (
        <Menu.Label>{i18n.t('The project has no team members yet')}</Menu.Label>
      )}
    </Chip>
  );
}

function FlagChip({ composer }: Props) {
  const flags = useOfferedFlags();
  const chosen = flags.find(({ id }) => id === composer.task.flag);
  const mark = ({ name, colour_code }: (typeof flags)[number]) => (
    <FlagMark name={name} colour={colour_code} />
  );
  return (
    <Chip
      name={i18n.t('Priority')}
      value={chosen?.name}
      icon={chosen === undefined ? null : mark(chosen)}
    >
      {flags.map((flag) => (
        <Menu.Item
          key={flag.id}
          leftSection={mark(flag)}
          onClick={() => composer.choose('!', [flag.id])}
        >
          {flag.name}
        </Menu.Item>
      ))}
    </Chip>
  );
}

/** Phrases that the composer reads in its text. */
const PHRASES = [
  { phrase: 'today', label: message('Today') },
  { phrase: 'tomorrow', label: message('Tomorrow') },
  { phrase: 'next week', label: message('Next week') },
] as const;

function DateChip({ composer }: Props) {
  const { task, today, pickDate } = composer;
  const [picked, pick] = useLocalValue(task.date ?? null);
  return (
    <Chip
      name={i18n.t('Due date')}
      value={task.date === undefined ? undefined : formatDate(task.date, today)}
      icon={<IconCalendar {...ICON} />}
    >
      {task.date !== undefined && <Menu.Label>{dateInFull(task.date)}</Menu.Label>}
      {PHRASES.map(({ phrase, label }) => (
        <Menu.Item key={phrase} onClick={() => pickDate(phrase)}>
          {i18n.t(label)}
        </Menu.Item>
      ))}
      <DateField
        className={classes['date']}
        size="xs"
        label={i18n.t('Other date')}
        isLabelHidden
        min={today}
        value={picked}
        onChange={(date) => {
          pick(date);
          if (date === null || isCalendarDate(date)) pickDate(date ?? undefined);
        }}
      />
      {task.date !== undefined && (
        <>
          <Menu.Divider />
          <Menu.Item onClick={() => pickDate(undefined)}>{i18n.t('No due date')}</Menu.Item>
          {task.isDateInText && (
            <Menu.Item onClick={composer.keepDateAsText}>
              {i18n.t('Keep the date in the name')}
            </Menu.Item>
          )}
        </>
      )}
    </Chip>
  );
}

function LabelChip({ composer, noun }: Props & { readonly noun: string }) {
  const { task, choices, text } = composer;
  const labels = choices['#'];
  const chosen = labels.find(({ id }) => id === task.label);
  const set = (name: string | undefined) => composer.setText(withLabel(text, name, choices));
  return (
    <Chip name={noun} value={chosen?.name} icon={<IconTag {...ICON} />}>
      {labels.map(({ id, name }) => (
        <Menu.Item key={id} onClick={() => set(name)}>
          {name}
        </Menu.Item>
      ))}
      {labels.length === 0 && <Menu.Label>{i18n.t('Type # and a name to add one')}</Menu.Label>}
      {chosen !== undefined && (
        <>
          <Menu.Divider />
          <Menu.Item onClick={() => set(undefined)}>{i18n.t('None')}</Menu.Item>
        </>
      )}
    </Chip>
  );
}
