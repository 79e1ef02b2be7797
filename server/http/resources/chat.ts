import { edgeId } from '../../present/edge-id.ts';
import * as v from 'valibot';
import { isRead, notifications } from '../../../model/entities/notification.ts';
import { orgUsers } from '../../../model/entities/org-user.ts';
import {
  directScope,
  groupOfScope,
  groupScope,
  inboxScope,
  peopleOfDirect,
} from '../../../model/entities/scopes.ts';
import type { Route } from '../pipeline.ts';
import { presentGroup, presentMessage } from '../../present/chat.ts';

import {
  conversationContext,
  membersOf,
  messagesOf,
  ownGroup,
  ownGroups,
  peopleById,
  unreadOf,
} from '../../present/conversations.ts';
import { defineResource } from './define-resource.ts';
import type { Reads } from '../../present/reads.ts';
import { missing } from '../../present/loaders.ts';
import { oneByOne, rowsOf } from '../../present/read-rows.ts';

const count = v.pipe(
  v.string(),
  v.regex(/^[1-9][0-9]{0,14}$/, 'is not a whole number'),
  v.transform(Number),
);
/** A page of messages: at most `limit` (100 by default, 500 at most) before the one with the number `before`. */
const pageFilters = { before: v.optional(count), limit: v.optional(count) };

const messagesWith = defineResource({
  path: 'api/messages/:id/',
  summary:
    'Messages between the caller and a person, by user id, oldest first; newest 100 unless asked for others',
  filters: pageFilters,
  read: async (reads, filters, { params }) => {
    const [person] = await rowsOf(reads, orgUsers, { where: { user: params['id'] ?? '' } });
    if (person === undefined || person.id === reads.actor.orgUserId) throw missing();
    return readMessages(reads, directScope(reads.actor.orgUserId, person.id), filters);
  },
});

const groupMessages = defineResource({
  path: 'api/group-messages/:id/',
  summary: 'Messages of a group of the caller, oldest first; newest 100 unless asked for others',
  filters: pageFilters,
  read: async (reads, filters, { params }) => {
    const group = await ownGroup(reads, params['id'] ?? '');
    return readMessages(reads, groupScope(group.id), filters);
  },
});

async function readMessages(
  reads: Reads,
  conversation: string,
  filters: Parameters<typeof messagesOf>[2],
) {
  const { page, count } = await messagesOf(reads, conversation, filters);
  const context = await conversationContext(reads, conversation, page);
  const results = page.map((message) => presentMessage(message, context));
  return { data: results, fields: { count, results, messages: results } };
}

const groupList = defineResource({
  path: 'api/groups/',
  summary: 'The groups the caller is a member of',
  filters: {},
  read: async (reads) => {
    const results = await presentGroups(reads);
    return { data: results, fields: { results, count: results.length } };
  },
});

const groupById = defineResource({
  path: 'api/groups/:id/',
  summary: 'A group of the caller with its members',
  filters: {},
  read: async (reads, _filters, { params }) => {
    const group = await ownGroup(reads, params['id'] ?? '');
    const people = await peopleById(reads);
    const shown = presentGroup(group, await membersOf(reads, group.id), people);
    return { data: shown, fields: { group: shown } };
  },
});

const groupMemberList = defineResource({
  path: 'groups/members/',
  summary: 'The members of the groups of the caller; with a name, of the group that has it',
  filters: { name: v.optional(v.string()) },
  read: async (reads, { name }) => {
    const all = await presentGroups(reads);
    const results = all.filter((group) => name === undefined || name === '' || group.name === name);
    const members = [
      ...new Map(results.flatMap((group) => group.members).map((one) => [one.id, one])).values(),
    ];
    return { data: results, fields: { results, members, count: members.length } };
  },
});

async function presentGroups(reads: Reads) {
  const people = await peopleById(reads);
  return oneByOne(await ownGroups(reads), async (group) =>
    presentGroup(group, await membersOf(reads, group.id), people),
  );
}

const notificationList = defineResource({
  path: 'api/notifications/',
  summary: 'Unread messages by person and by group, and notifications about tasks',
  filters: {},
  read: async (reads) => {
    const people = await peopleById(reads);
    const own = await ownGroups(reads);
    const unread = await unreadOf(reads);
    const chats = unread.flatMap(({ conversation, count }) => {
      const other = peopleOfDirect(conversation)?.find((id) => id !== reads.actor.orgUserId);
      const person = other === undefined ? undefined : people.get(other);
      if (person === undefined) return [];
      const { user, display_name } = person;
      return [{ from_who__id: edgeId(user), from_who__display_name: display_name, count }];
    });
    const groupNews = unread.flatMap(({ conversation, count }) => {
      const group = own.find(({ id }) => id === groupOfScope(conversation));
      return group === undefined
        ? []
        : [{ group__id: group.number, group__name: group.name, count }];
    });
    const rows = await rowsOf(reads, notifications, {
      where: { scope: inboxScope(reads.actor.orgUserId) },
      order: ['at'],
    });
    const unreadRows = rows.filter((row) => !isRead(row));
    const tasks = unreadRows.toReversed().map((row) => ({
      id: row.id,
      kind: row.kind,
      project: row.project,
      task: row.task,
      comment: row.comment,
      subtask: row.subtask,
      from_who__id: edgeId(people.get(row.actor)?.user ?? ''),
      from_who__display_name: people.get(row.actor)?.display_name ?? '',
      count: row.count,
      at: row.at,
    }));
    return { data: chats, fields: { notifications: chats, groups: groupNews, tasks } };
  },
});

export const CHAT_RESOURCES: readonly Route[] = [
  messagesWith,
  groupMessages,
  groupList,
  groupById,
  groupMemberList,
  notificationList,
];
