import { expect, it } from 'vitest';
import { orgUsers } from '../../../model/entities/org-user.ts';
import { orgStream } from '../../../model/entities/scopes.ts';
import { presentMessage } from '../../../server/present/chat.ts';
import { conversationContext, messagesOf } from '../../../server/present/conversations.ts';
import { LEVEL_4 } from '../../support/actors.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { hire, ok, startTeam } from '../support/team.ts';

forEachDatabase('messages of a conversation', (open) => {
  it('are presented without reading everybody in the organisation', async () => {
    const team = await startTeam(open);
    const { founder } = team;
    const { database, writer } = team.app.services;
    const ben = await hire(team, 'ben@field.test');
    const orgId = String(founder.orgId);
    const place = { orgId };
    await writer.write([orgStream(orgId)], async (tx) => {
      const row = await tx.get(orgUsers, place, String(ben.orgUserId));
      for (let index = 0; index < 30 && row !== undefined; index += 1) {
        await tx.put(orgUsers, place, { ...row, id: `90${index}`, user: `90${index}` });
      }
    });
    const user = ok(await ben.get('api/me/')).body.data.id;
    ok(await founder.post('message/create/', { to: user, message: 'Ropes?' }));
    const conversation = `direct:${founder.orgUserId ?? ''}:${ben.orgUserId ?? ''}`;
    let read = 0;
    const shown = await database.snapshot(async (store) => {
      const counted: typeof store = {
        ...store,
        all: async (text, values) => {
          const found = await store.all(text, values);
          if (text.includes('org_users')) read += found.length;
          return found;
        },
      };
      const reads = { actor: { ...LEVEL_4, orgId }, store: counted };
      const { page } = await messagesOf(reads, conversation, {});
      const context = await conversationContext(reads, conversation, page);
      return page.map((message) => presentMessage(message, context));
    });
    expect(shown).toMatchObject([
      { from_who: { email: 'ada@field.test' }, to_who: { email: 'ben@field.test' } },
    ]);
    expect(read).toBe(2);
    await team.setup.close();
  });
});
