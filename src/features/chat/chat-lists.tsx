import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { IconHash, IconPlus } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react';
import type { Group } from '../../../model/entities/group.ts';
import type { Message } from '../../../model/entities/message.ts';
import type { OrgUser } from '../../../model/entities/org-user.ts';
import { directScope, groupScope } from '../../../model/entities/scopes.ts';
import { nameWithState } from '../../data/person-name.ts';
import { useNewestMessages } from '../../data/chat.ts';
import { useAccount } from '../../data/client.tsx';
import { type ConversationSummary, useConversations, useGroups } from '../../data/conversations.ts';
import { usePeople } from '../../data/people.ts';
import { usePlacesWithShots } from '../../data/shots.ts';
import { useDrafts } from '../../data/stored-drafts.ts';
import { i18n } from '../../i18n/i18n.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import styles from './chat.module.css';
import { OnlineAvatar } from './online.tsx';
import { Preview, PreviewTime } from './preview.tsx';

const ENTRY = { className: styles['entry'], activeProps: { 'data-active': true } } as const;

interface Lists {
  readonly people: readonly OrgUser[];
  readonly groups: readonly Group[];
  readonly conversations: ReadonlyMap<string, ConversationSummary>;
  readonly newest: ReadonlyMap<string, Message>;
  /** Forms with files that are not attached yet. */
  readonly withFiles: ReadonlySet<string>;
}

interface ConversationListsProps {
  /** Part of a person's name. */
  readonly query: string;
  readonly onCreateGroup: () => void;
}

/**
 * People and channels. Everything is shown in one frame: a heading below a list whose entries are still being
 * read would move.
 */
export function ConversationLists({ query, onCreateGroup }: ConversationListsProps) {
  const lists = useLists();
  const area = useRef<HTMLDivElement>(null);
  useOpenEntryInView(area);
  return (
    <div ref={area} className={styles['lists']}>
      <div className={styles['listHead']}>
        <h2 id="chat-direct">{i18n.t('Direct Messages')}</h2>
      </div>
      {lists === undefined ? null : (
        <>
          <DirectList lists={lists} query={query} />
          <div className={styles['listHead']}>
            <h2 id="chat-channels">{i18n.t('Channels')}</h2>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={i18n.t('Create New Group')}
              data-tip={i18n.t('Create New Group')}
              onClick={onCreateGroup}
            >
              <IconPlus {...SMALL_ICON} />
            </ActionIcon>
          </div>
          <ChannelList lists={lists} />
        </>
      )}
    </div>
  );
}

/** Scrolls to the entry of the conversation that was opened, once: a channel may be below many people. */
function useOpenEntryInView(area: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const shown = useRef<string>(undefined);
  useEffect(() => {
    if (shown.current === pathname) return;
    const entry = area.current?.querySelector('[data-active]');
    if (entry === null || entry === undefined) return;
    shown.current = pathname;
    entry.scrollIntoView({ block: 'nearest' });
  });
}

/** Undefined until all of them have been read. */
function useLists(): Lists | undefined {
  const people = usePeople();
  const groups = useGroups();
  const summaries = useConversations();
  const newest = useNewestMessages();
  const withFiles = usePlacesWithShots();
  return useMemo(() => {
    if (!people || !groups || !summaries || !newest || !withFiles) return undefined;
    const conversations = new Map(summaries.map((one) => [one.id, one]));
    return { people, groups, conversations, newest, withFiles };
  }, [people, groups, summaries, newest, withFiles]);
}

interface ListProps {
  readonly lists: Lists;
}

/** Every other member of the organisation: most recent conversation first, people without one by name. */
function DirectList({ lists, query }: ListProps & Pick<ConversationListsProps, 'query'>) {
  const me = useAccount()?.orgUserId ?? '';
  const drafts = useDrafts();
  const { people, conversations, newest, withFiles } = lists;
  const wanted = query.trim().toLocaleLowerCase();
  const summaryOf = (person: OrgUser) => conversations.get(directScope(me, person.id));
  // What was typed or chosen for a person is in their conversation alone (composer.tsx).
  const hasUnsent = (person: OrgUser) => {
    const form = `chat:${directScope(me, person.id)}`;
    return withFiles.has(form) || drafts?.has(form) === true;
  };
  const shown = people
    .filter((person) => person.id !== me && person.user !== '')
    // A deactivated person is listed only if the two have exchanged messages, or something is not sent to them.
    .filter((person) => person.active || summaryOf(person) !== undefined || hasUnsent(person))
    .filter((person) => person.display_name.toLocaleLowerCase().includes(wanted))
    .toSorted((left, right) => byLatest(summaryOf(left), summaryOf(right)));
  if (shown.length === 0) {
    return (
      <p className={styles['nothing']}>
        {wanted === '' ? i18n.t('Nobody else is here yet') : i18n.t('Nobody has that name')}
      </p>
    );
  }
  return (
    <ul className={styles['list']} aria-labelledby="chat-direct">
      {shown.map((person) => (
        <li key={person.id}>
          <DirectEntry
            person={person}
            summary={summaryOf(person)}
            preview={
              <Preview
                message={newest.get(directScope(me, person.id))}
                me={me}
                people={people}
                isGroup={false}
              />
            }
          />
        </li>
      ))}
    </ul>
  );
}

interface EntryProps {
  readonly summary: ConversationSummary | undefined;
  /** Newest message. */
  readonly preview: ReactNode;
}

function DirectEntry(props: EntryProps & { readonly person: OrgUser }) {
  const { person, summary, preview } = props;
  const name = nameWithState(person);
  return (
    <Link
      to="/chat/chat-area/$id"
      params={{ id: person.user }}
      {...ENTRY}
      data-unread={isUnread(summary)}
    >
      <OnlineAvatar person={person} />
      <Lines name={name} summary={summary} preview={preview} />
    </Link>
  );
}

/** Channels that the viewer is a member of. */
function ChannelList({ lists: { people, groups, conversations, newest } }: ListProps) {
  const me = useAccount()?.orgUserId ?? '';
  if (groups.length === 0) return <p className={styles['nothing']}>{i18n.t('No channels yet')}</p>;
  return (
    <ul className={styles['list']} aria-labelledby="chat-channels">
      {groups.map((group) => (
        <li key={group.id}>
          <ChannelEntry
            group={group}
            summary={conversations.get(groupScope(group.id))}
            preview={
              <Preview message={newest.get(groupScope(group.id))} me={me} people={people} isGroup />
            }
          />
        </li>
      ))}
    </ul>
  );
}

function ChannelEntry(props: EntryProps & { readonly group: Group }) {
  const { group, summary, preview } = props;
  const query = (
    <>
      <span className={styles['hash']}>
        <IconHash {...SMALL_ICON} />
      </span>
      <Lines name={group.name} summary={summary} preview={preview} />
    </>
  );
  const marks = { 'data-unread': isUnread(summary) };
  // A channel created offline has no number until the server assigns one; until then it is addressed by its
  // id.
  return group.number === null ? (
    <Link to="/chat/users-list" search={{ channel: group.id }} {...ENTRY} {...marks}>
      {query}
    </Link>
  ) : (
    <Link to="/chat/group/$id" params={{ id: String(group.number) }} {...ENTRY} {...marks}>
      {query}
    </Link>
  );
}

interface LinesProps extends EntryProps {
  readonly name: string;
}

/** Name and time above, newest message and number of unread ones below. */
function Lines({ name, summary, preview }: LinesProps) {
  return (
    <span className={styles['entryLines']}>
      <span className={styles['entryLine']}>
        <span className={styles['entryName']}>{name}</span>
        {summary === undefined ? null : <PreviewTime at={summary.lastAt} />}
      </span>
      {summary === undefined ? null : (
        <span className={styles['entryLine']}>
          {preview}
          <Unread count={summary.unread} />
        </span>
      )}
    </span>
  );
}

function isUnread(summary: ConversationSummary | undefined): true | undefined {
  return (summary?.unread ?? 0) > 0 || undefined;
}

function Unread({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return (
    <span className={styles['count']}>
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <VisuallyHidden>{i18n.t('{count} unread', { count })}</VisuallyHidden>
    </span>
  );
}

/** Orders by time of the newest message, descending; conversations without messages keep their order. */
function byLatest(
  left: ConversationSummary | undefined,
  right: ConversationSummary | undefined,
): number {
  const [one, other] = [left?.lastAt ?? '', right?.lastAt ?? ''];
  if (one === other) return 0;
  return one < other ? 1 : -1;
}
