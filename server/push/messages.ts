import { type Message as ChatMessage, messages } from '../../model/entities/message.ts';
import { type Notification, notifications } from '../../model/entities/notification.ts';
import { groupOfScope, peopleOfDirect } from '../../model/entities/scopes.ts';
import type { Language } from '../../model/shared/language.ts';
import { type Message, message, verbatim } from '../../model/shared/message.ts';
import { translate } from '../shared/texts/translate.ts';
import type { PushText } from '../../model/protocol/push.ts';
import { withMentionNames } from '../../model/shared/mentions.ts';
import { plainText } from '../../model/shared/plain-text.ts';
import { beginning, shortened } from '../../model/shared/shorten.ts';
import type { CommittedChange } from '../writer/writer-types.ts';
import type { Snapshot } from '../store/database.ts';
import { marks, numberOf, textOf } from '../store/sql.ts';

export interface PushPlan {
  /** User ids. */
  readonly users: readonly string[];
  readonly push: PushMessage;
}

/** A push in no language yet. */
export interface PushMessage extends Pick<PushText, 'url' | 'tag'> {
  readonly title: Message;
  readonly body: Message;
}

/** The text of a push in the language of its reader. */
export function pushText({ title, body, url, tag }: PushMessage, language: Language): PushText {
  return { title: translate(title, language), body: translate(body, language), url, tag };
}

/** UTF-16 units of a text. */
const SHOWN = 180;

/** The account of an organisation user, in SQL: see `server/auth/account-people.ts`. */
function accountOf(row: string): string {
  return `case when ${row}.joined = 1 then ${row}."user"
    else (select ac.id from users ac where ac.email = ${row}.email and ac.mailbox_proved = 1) end`;
}

interface Committed {
  readonly orgId: string;
  /** Time of the commit in milliseconds by the server's clock. */
  readonly at: number;
  readonly change: CommittedChange;
}

/** The push of a committed change, with its recipients; undefined for a change without one. */
export async function planOf(
  store: Snapshot,
  { orgId, at, change }: Committed,
): Promise<PushPlan | undefined> {
  if (change.kind !== 'put') return undefined;
  if (change.table === messages.table) {
    const posted = messages.parse(change.row);
    // An edit, a deletion and a reaction are later commits of the same row.
    const isNew = posted.seq > 0 && Date.parse(posted.created_at) === at;
    if (!isNew) return undefined;
    const current = await currentText(store, orgId, posted.id);
    return current === undefined
      ? undefined
      : planOfMessage(store, orgId, { ...posted, text: current });
  }
  if (change.table !== notifications.table) return undefined;
  const news = notifications.parse(change.row);
  // Its reader's own mark, read or unread, is no event.
  return Date.parse(news.at) === at ? planOfNews(store, orgId, news) : undefined;
}

/** The text of a message, which may have been edited since it was sent; undefined for a deleted one. */
async function currentText(
  store: Snapshot,
  orgId: string,
  id: string,
): Promise<string | undefined> {
  const [row] = await store.all(
    'select text from messages where org_id = ? and id = ? and deleted = 0',
    [orgId, id],
  );
  return row && textOf(row, 'text');
}

async function planOfMessage(
  store: Snapshot,
  orgId: string,
  posted: ChatMessage,
): Promise<PushPlan | undefined> {
  const people = await peopleOf(store, orgId, posted.scope);
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const author = names.get(posted.author) ?? '';
  const [group] = await store.all('select name, number from "groups" where org_id = ? and id = ?', [
    orgId,
    groupOfScope(posted.scope) ?? '',
  ]);
  const writer = people.find(({ id }) => id === posted.author);
  const muting = await mutingOf(store, orgId, posted.scope);
  const text = withMentionNames(plainText(posted.text), (id) => names.get(id) ?? '');
  const body = posted.text === '' ? message('A file') : verbatim(beginning(text, SHOWN));
  const direct = `/chat/chat-area/${writer?.user ?? ''}`;
  return {
    // People who have read it already, on an open screen, get no push.
    users: people
      .filter(({ id, active, seen }) => id !== posted.author && active && seen < posted.seq)
      .filter(({ id }) => !muting.has(id))
      .flatMap(({ account }) => account ?? []),
    push: {
      title:
        group === undefined
          ? verbatim(author)
          : message('{author} in {channel}', { author, channel: textOf(group, 'name') }),
      body,
      url: group === undefined ? direct : `/chat/group/${numberOf(group, 'number')}`,
      tag: posted.scope,
    },
  };
}

interface ChatPerson {
  readonly id: string;
  /** The number in the addresses of chats. */
  readonly user: string;
  /** The account whose devices receive it; undefined when no account has proved the address. */
  readonly account: string | undefined;
  readonly name: string;
  readonly active: boolean;
  readonly seen: number;
}

async function peopleOf(
  store: Snapshot,
  orgId: string,
  scope: string,
): Promise<readonly ChatPerson[]> {
  const group = groupOfScope(scope);
  const ids =
    group === undefined
      ? (peopleOfDirect(scope) ?? [])
      : (
          await store.all(
            'select organization_user from group_members where org_id = ? and "group" = ?',
            [orgId, group],
          )
        ).map((row) => textOf(row, 'organization_user'));
  if (ids.length === 0) return [];
  const rows = await store.all(
    `select u.id, u."user", ${accountOf('u')} as account, u.display_name, u.active, coalesce(m.seen, 0) as seen
     from org_users u
     left join message_marks m
       on m.org_id = u.org_id and m.scope = ? and m.organization_user = u.id
     where u.org_id = ? and u.id in (${marks(ids.length)})`,
    [scope, orgId, ...ids],
  );
  return rows.map((row) => ({
    id: textOf(row, 'id'),
    user: textOf(row, 'user'),
    account: row['account'] === null ? undefined : textOf(row, 'account'),
    name: textOf(row, 'display_name'),
    active: numberOf(row, 'active') === 1,
    seen: numberOf(row, 'seen'),
  }));
}

/** Ids of the people who have muted a conversation. */
async function mutingOf(
  store: Snapshot,
  orgId: string,
  conversation: string,
): Promise<ReadonlySet<string>> {
  const rows = await store.all(
    'select scope from conversation_mutes where org_id = ? and conversation = ?',
    [orgId, conversation],
  );
  return new Set(rows.map((row) => textOf(row, 'scope').slice('inbox:'.length)));
}

async function planOfNews(
  store: Snapshot,
  orgId: string,
  news: Notification,
): Promise<PushPlan | undefined> {
  const reader = news.scope.slice('inbox:'.length);
  const [row] = await store.all(
    `select ${accountOf('r')} as account, a.display_name as actor, t.name as task, p.slug as slug
     from org_users r, org_users a, tasks t, projects p
     where r.org_id = ? and r.id = ? and r.active = 1
       and a.org_id = r.org_id and a.id = ?
       and t.org_id = r.org_id and t.id = ?
       and p.org_id = r.org_id and p.id = t.project
       and exists (select 1 from notifications n
         where n.org_id = r.org_id and n.id = ? and n.read_at is null)`,
    [orgId, reader, news.actor, news.task, news.id],
  );
  if (row === undefined || row['account'] === null) return undefined;
  const comment = news.comment === null ? '' : `&comment=${encodeURIComponent(news.comment)}`;
  return {
    users: [textOf(row, 'account')],
    push: {
      title: verbatim(textOf(row, 'task')),
      body: bodyOf(news, textOf(row, 'actor')),
      url: `/workspace/${encodeURIComponent(textOf(row, 'slug'))}?task=${news.task}${comment}`,
      tag: news.id,
    },
  };
}

function bodyOf({ kind, subtask, reason }: Notification, actor: string): Message {
  switch (kind) {
    case 'assigned':
      return subtask === null
        ? message('{actor} assigned this task to you', { actor })
        : message('{actor} assigned a subtask to you', { actor });
    case 'mentioned':
      return message('{actor} mentioned you', { actor });
    case 'completed':
      return message('{actor} completed this task', { actor });
    case 'reopened':
      return reason === null
        ? message('{actor} reopened this task', { actor })
        : message('{actor} sent this task back: {reason}', { actor, reason: shortened(reason) });
    case 'commented':
      return message('{actor} commented on this task', { actor });
  }
}
