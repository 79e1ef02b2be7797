import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { comments } from '../../../model/entities/comment.ts';
import { messages } from '../../../model/entities/message.ts';
import { tasks } from '../../../model/entities/task.ts';
import { commentCreate } from '../../../model/mutations/comment/comment-create.ts';
import { commentEdit } from '../../../model/mutations/comment/comment-edit.ts';
import { groupCreate } from '../../../model/mutations/chat/group-create.ts';
import { groupMembersChange } from '../../../model/mutations/chat/group-members.ts';
import { messageEdit } from '../../../model/mutations/chat/message-edit.ts';
import { taskEdit } from '../../../model/mutations/task/task-edit.ts';
import { taskMove } from '../../../model/mutations/task/task-move.ts';
import { checkReplica } from '../../../sync/engine/check.ts';
import { readStream } from '../../../sync/engine/context.ts';
import { enterRefill } from '../../../sync/engine/epoch.ts';
import { pullStream } from '../../../sync/engine/pull.ts';
import { rows } from '../../../sync/store/database.ts';
import { outboxItems } from '../../../sync/store/outbox-entries.ts';
import { discardItem } from '../../../sync/store/outbox-actions.ts';
import { addBoard, addTask, hire, join, ok, orgStreamOf } from '../../server/support/team.ts';
import { type Setup, setUp } from '../support/setup.ts';
import { wholeScopes } from '../support/whole-scopes.ts';

/** Rows that become unreadable and readable again while a mutation is pending or a pull is in transit. */
describe('rows that become unreadable', () => {
  let setup: Setup;
  let team: Setup['team'];
  let stream: string;
  beforeEach(async () => {
    setup = await setUp();
    ({ team } = setup);
    stream = orgStreamOf(team.founder);
  });
  afterEach(() => setup.end());

  it('[EPOCH-2] [PULL-5.4] the pending edit of a message is rejected when its channel is lost before the stream is downloaded again', async () => {
    const ben = await hire(team, 'ben@field.test');
    const founder = setup.device();
    await founder.sync();
    const group = founder.newId();
    const benId = ben.orgUserId ?? '';
    expect(
      await founder.mutate(groupCreate, { id: group, name: 'G', members: [benId] }),
    ).toBeUndefined();
    await founder.sync();
    for (let index = 0; index < 3; index += 1)
      ok(
        await ben.post('message/create/', {
          conversation: `group:${group}`,
          message: `No ${index}`,
        }),
      );
    const device = setup.device(ben);
    await device.sync();
    const all = await rows(device.db, messages).toArray();
    expect(all.length).toBe(3);
    expect(
      await device.mutate(messageEdit, { id: all[0]?.id ?? '', text: 'Better' }),
    ).toBeUndefined();
    expect(
      await founder.mutate(groupMembersChange, { id: group, add: [], remove: [benId] }),
    ).toBeUndefined();
    await founder.sync();
    // Like after 410, or a build with new tables.
    await enterRefill(device.context, stream);
    for (let times = 0; times < 3; times += 1) await device.sync();
    expect((await outboxItems(device.db)).map(({ state }) => state)).toEqual(['rejected']);
    expect(wholeScopes(await readStream(device.context, stream))).not.toContain(`group:${group}`);
    expect(await rows(device.db, messages).count()).toBe(0);
  });

  it.each(['moved', 'swept'])(
    '[CLIENT-3.4] a comment that was %s below a pending mutation is shown when it is readable again',
    async (how) => {
      const ben = await hire(team, 'ben@field.test');
      await join(team, ben);
      const other = await addBoard(team);
      const task = await addTask(team, team.founder, { name: 'Dig' });
      const device = setup.device(ben);
      await device.sync();
      const id = device.newId();
      const { project } = team;
      expect(
        await device.mutate(commentCreate, { id, project, task, comment: 'Hm', attachment: null }),
      ).toBeUndefined();
      for (let times = 0; times < 2; times += 1) await device.sync();
      expect(await device.db.outbox.count()).toBe(0);
      expect(
        await device.mutate(commentEdit, { id, comment: 'Hm!', comment_base: 'Hm' }),
      ).toBeUndefined();
      // MUT-7: it failed eight times.
      await device.db.outbox.toCollection().modify({ state: 'quarantined', tries: 8 });
      if (how === 'moved') {
        const ada = setup.device();
        await ada.sync();
        expect(await ada.mutate(taskMove, { ...other, id: task, rank: 'm' })).toBeUndefined();
        await ada.sync();
      } else {
        await removeScope(ben.orgUserId ?? '', project);
        await enterRefill(device.context, stream);
      }
      await device.sync();
      expect(await rows(device.db, comments).count()).toBe(0);
      await join(team, ben, how === 'moved' ? other.project : project);
      await device.sync();
      const before = await rows(device.db, comments).count();
      const [item] = await outboxItems(device.db);
      expect(await discardItem(await device.actions(), item?.id ?? '')).toBeUndefined();
      for (let times = 0; times < 2; times += 1) await device.sync();
      expect([before, await rows(device.db, comments).count()]).toEqual([1, 1]);
      expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
    },
  );

  it('[CLIENT-3.2] [PULL-2] a task that moved to a project which is lost before the task arrives is removed', async () => {
    const ben = await hire(team, 'ben@field.test');
    await join(team, ben);
    const other = await addBoard(team);
    await join(team, ben, other.project);
    const task = await addTask(team, team.founder, { name: 'Dig' });
    const device = setup.device(ben);
    await device.sync();
    const ada = setup.device();
    await ada.sync();
    await ada.mutate(taskMove, { ...other, id: task, rank: 'm' });
    await ada.sync();
    await ada.mutate(taskEdit, { id: task, name: 'Secret' });
    await ada.sync();
    const { pull } = device.ports.transport;
    let pages = 0;
    const transport = {
      ...device.ports.transport,
      // As if a thousand other rows were in between.
      pull: async (query: Parameters<typeof pull>[0]) => {
        const reply = await pull({ ...query, limit: 1 });
        pages += 1;
        if (pages === 1) await removeScope(ben.orgUserId ?? '', other.project);
        return reply;
      },
    };
    const context = { ...device.context, ports: { ...device.ports, transport } };
    expect(await pullStream(context, stream)).toEqual({ kind: 'done' });
    await device.sync();
    expect(wholeScopes(await readStream(device.context, stream))).not.toContain(
      `project:${other.project}`,
    );
    expect(await rows(device.db, tasks).count()).toBe(0);
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  async function removeScope(who: string, project: string): Promise<void> {
    ok(await team.founder.delete(`team-member/update-destroy/${project}.${who}/`));
  }
});
