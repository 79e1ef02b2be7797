import { conversations } from '../../../model/entities/conversation.ts';
import { groupMembers } from '../../../model/entities/group-member.ts';
import { groups } from '../../../model/entities/group.ts';
import { messages } from '../../../model/entities/message.ts';
import { notifications } from '../../../model/entities/notification.ts';
import { directScope, groupScope } from '../../../model/entities/scopes.ts';
import { tasks } from '../../../model/entities/task.ts';
import { chatSeen } from '../../../model/mutations/chat/chat-seen.ts';
import { groupCreate } from '../../../model/mutations/chat/group-create.ts';
import { groupMembersChange } from '../../../model/mutations/chat/group-members.ts';
import { groupRename } from '../../../model/mutations/chat/group-rename.ts';
import { messageDelete } from '../../../model/mutations/chat/message-delete.ts';
import { conversationMute } from '../../../model/mutations/chat/conversation-mute.ts';
import { messageReact } from '../../../model/mutations/chat/message-react.ts';
import { messageEdit } from '../../../model/mutations/chat/message-edit.ts';
import { messageSend } from '../../../model/mutations/chat/message-send.ts';
import { notificationClear } from '../../../model/mutations/notification/notification-clear.ts';
import { notificationRead } from '../../../model/mutations/notification/notification-read.ts';
import { taskMute } from '../../../model/mutations/task/task-mute.ts';
import type { RangeRequest } from '../../../sync/core/message-range.ts';
import { loadedRanges } from '../../../sync/core/scope-state.ts';
import { type Act, type Doing, list, me, on, pick, type } from './doing.ts';

/** Messages, read positions and conversations. */
export const CHAT_ACTIONS = {
  'message-send': (doing) => send(doing, directScope(me(doing), other(doing))),
  'message-to-group': (doing) =>
    on(
      pick(doing, groups, () => true),
      ({ id }) => send(doing, groupScope(id)),
    ),
  'message-edit': (doing) =>
    on(
      pick(doing, messages, ({ author, deleted }) => author === me(doing) && !deleted),
      ({ id }) => doing.tab.mutate(messageEdit, { id, text: type(doing, messages, id) }),
    ),
  'message-react': (doing) =>
    on(
      pick(doing, messages, () => true),
      ({ id, reactions }) =>
        doing.tab.mutate(messageReact, {
          id,
          emoji: '👍',
          on: reactions['👍']?.includes(me(doing)) !== true,
        }),
    ),
  'conversation-mute': (doing) =>
    on(
      pick(doing, conversations, () => true),
      ({ id }) =>
        doing.tab.mutate(conversationMute, {
          conversation: id,
          reader: me(doing),
          muted: doing.random.chance(0.5),
        }),
    ),
  'message-delete': (doing) =>
    on(
      pick(doing, messages, ({ author }) => author === me(doing)),
      ({ id }) => doing.tab.mutate(messageDelete, { id }),
    ),
  'chat-seen': (doing) =>
    on(
      pick(doing, conversations, () => true),
      ({ id, last_seq }) =>
        doing.tab.mutate(chatSeen, {
          conversation: id,
          reader: me(doing),
          // Some devices claim a position beyond the newest message.
          seen: doing.random.chance(0.2) ? last_seq + 5 : last_seq,
          delivered: 0,
          back: 0,
        }),
    ),
  /** A later member scrolls back, to the oldest message on the device or to one that the device only claims. */
  'chat-back': (doing) =>
    on(
      pick(doing, groupMembers, ({ organization_user }) => organization_user === me(doing)),
      ({ group, since }) =>
        doing.tab.mutate(chatSeen, {
          conversation: groupScope(group),
          reader: me(doing),
          seen: 0,
          delivered: 0,
          back: doing.random.int(Math.min(since, 1_000) + (doing.random.chance(0.2) ? 60 : 1)),
        }),
    ),
  'history-older': (doing) => load(doing, () => ({})),
  'history-around': (doing) =>
    load(doing, (scope) => {
      // A link may name any message, also one that is not on the device or does not exist.
      const all = doing.links(scope);
      const around = doing.random.chance(0.05) ? doing.tab.newId() : doing.random.maybePick(all);
      return around === undefined ? undefined : { part: { around } };
    }),
  'history-newer': (doing) =>
    load(doing, (scope) => {
      const states = [...doing.device.view().streams.values()];
      const pieces = states.flatMap((state) => loadedRanges(state.scopes, scope).earlier);
      const piece = doing.random.maybePick(pieces);
      if (piece === undefined) return undefined;
      return { part: doing.random.chance(0.5) ? { from: piece.to + 1 } : { before: piece.from } };
    }),
  'group-create': (doing) => {
    const id = doing.tab.newId();
    const members = [other(doing)];
    return doing.tab.mutate(groupCreate, { id, name: type(doing, groups, id), members });
  },
  'group-rename': (doing) =>
    on(
      pick(doing, groups, () => true),
      ({ id }) => doing.tab.mutate(groupRename, { id, name: type(doing, groups, id) }),
    ),
  'group-join': (doing) =>
    on(
      pick(doing, groups, () => true),
      ({ id }) => doing.tab.mutate(groupMembersChange, { id, add: [other(doing)], remove: [] }),
    ),
  'group-part': (doing) =>
    on(
      pick(doing, groups, () => true),
      ({ id }) => {
        const members = list(doing, groupMembers, ({ group }) => group === id);
        const gone = doing.random.maybePick(members)?.organization_user ?? me(doing);
        return doing.tab.mutate(groupMembersChange, { id, add: [], remove: [gone] });
      },
    ),
  'news-clear': (doing) =>
    on(
      pick(doing, notifications, () => true),
      ({ id, at }) => doing.tab.mutate(notificationClear, { id, upto: at }),
    ),
  'news-read': (doing) =>
    on(
      pick(doing, notifications, () => true),
      ({ id, at }) =>
        doing.tab.mutate(notificationRead, {
          ids: [id],
          upto: at,
          read: doing.random.chance(0.7),
        }),
    ),
  'task-mute': (doing) =>
    on(
      pick(doing, tasks, () => true),
      ({ id }) =>
        doing.tab.mutate(taskMute, {
          task: id,
          reader: me(doing),
          muted: doing.random.chance(0.7),
        }),
    ),
} as const satisfies Readonly<Record<string, Act>>;

function send(doing: Doing, conversation: string) {
  const id = doing.tab.newId();
  const text = type(doing, messages, id);
  const earlier = list(doing, messages, ({ scope }) => scope === conversation);
  const repliedTo = doing.random.chance(0.2) ? doing.random.maybePick(earlier)?.id : undefined;
  const reply_to = repliedTo ?? null;
  return doing.tab.mutate(messageSend, { id, conversation, text, reply_to, attachment: null });
}

/** Reading changes nothing: its failure, or the end of its tab, loses nothing. */
async function load(
  doing: Doing,
  /** Undefined: no request. */
  partOf: (scope: string) => { readonly part?: RangeRequest } | undefined,
): Promise<undefined> {
  const [longest] = list(doing, conversations, () => true).toSorted(
    (left, right) => right.last_seq - left.last_seq,
  );
  const wanted = longest && partOf(longest.id);
  if (longest === undefined || wanted === undefined) return undefined;
  void doing.tab.engine.history(longest.id, wanted.part).catch(() => undefined);
  return undefined;
}

function other(doing: Doing): string {
  const { ada, ben, cyd } = doing.cast;
  const others = [ada, ben, cyd].filter(({ orgUserId }) => orgUserId !== me(doing));
  return doing.random.maybePick(others)?.orgUserId ?? ada.orgUserId;
}
