import { conversations } from '../../model/entities/conversation.ts';
import { groupMembers } from '../../model/entities/group-member.ts';
import { groups } from '../../model/entities/group.ts';
import { messages } from '../../model/entities/message.ts';
import { groupScope, orgStream } from '../../model/entities/scopes.ts';
import { memberId } from '../../model/shared/ids.ts';
import { machineOf } from '../../server/shared/machine.ts';
import type { Services } from '../../server/http/services.ts';
import type { Cast } from './people.ts';

/** Enough messages for several ranges around old ones, apart from the window (WIN-5). */
const LONG = 300;
/** Later members joined after this message. */
const SINCE = 200;
const CREATED = new Date(0).toISOString();
const AT_ONCE = 30;

/** A channel with many messages, of which one person has all and the others those after they joined. */
export async function seedMessages(services: Services, { orgId, ada, ben, cyd }: Cast) {
  const place = { orgId };
  const stream = orgStream(orgId);
  const { newId } = machineOf(services);
  const id = newId();
  const scope = groupScope(id);
  const made = { created_at: CREATED } as const;
  await services.writer.write([stream], async (tx) => {
    const number = Number(await tx.nextSerial('chat_groups'));
    const group = { id, scope, v: 0, number, name: 'Long', created_by: ada.orgUserId, ...made };
    await tx.put(groups, place, group);
    for (const { orgUserId } of [ada, ben, cyd]) {
      await tx.put(groupMembers, place, {
        id: memberId(id, orgUserId),
        scope,
        v: 0,
        group: id,
        organization_user: orgUserId,
        since: orgUserId === ada.orgUserId ? 0 : SINCE,
        ...made,
      });
    }
  });
  for (let first = 1; first <= LONG; first += AT_ONCE) {
    await services.writer.write([stream], async (tx) => {
      const last = Math.min(LONG, first + AT_ONCE - 1);
      for (let seq = first; seq <= last; seq += 1) {
        await tx.put(messages, place, {
          id: newId(),
          scope,
          v: 0,
          seq,
          author: ada.orgUserId,
          text: `Number ${String(seq)}`,
          reply_to: null,
          attachment: null,
          edited: false,
          deleted: false,
          ...made,
        });
      }
      const newest = { last_seq: last, last_at: CREATED, low: null, high: null };
      await tx.put(conversations, place, { id: scope, scope, v: 0, ...newest });
    });
  }
}
