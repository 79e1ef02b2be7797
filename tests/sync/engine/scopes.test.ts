import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cards } from '../../../model/entities/card.ts';
import { comments } from '../../../model/entities/comment.ts';
import { tasks } from '../../../model/entities/task.ts';
import { commentCreate } from '../../../model/mutations/comment/comment-create.ts';
import { commentEdit } from '../../../model/mutations/comment/comment-edit.ts';
import { taskMove } from '../../../model/mutations/task/task-move.ts';
import { taskSetFlag } from '../../../model/mutations/task/task-set-flag.ts';
import type { BootstrapLine, PullPage } from '../../../model/protocol/messages.ts';
import { checkReplica } from '../../../sync/engine/check.ts';
import { readStream } from '../../../sync/engine/context.ts';
import { downloadStream } from '../../../sync/engine/download.ts';
import { BrokenStream } from '../../../sync/core/ports/transport.ts';
import { applyPage, pullStream } from '../../../sync/engine/pull.ts';
import { fillScope } from '../../../sync/engine/fill.ts';
import { ENTITIES } from '../../../model/entities/registry.ts';
import { rows } from '../../../sync/store/database.ts';
import { outboxItems } from '../../../sync/store/outbox-entries.ts';
import type { RestClient } from '../../support/rest-client.ts';
import { addTask, freshId, hire, join, ok, orgStreamOf } from '../../server/support/team.ts';
import type { Device } from '../support/device.ts';
import { NETWORK, type Setup, setUp, taskOn } from '../support/setup.ts';
import { wholeScopes } from '../support/whole-scopes.ts';

describe('scopes', () => {
  let setup: Setup;
  let member: RestClient;
  beforeEach(async () => {
    setup = await setUp();
    member = await hire(setup.team, 'bo@field.test');
  });
  afterEach(() => setup.end());

  it('[PULL-5.1] the device of a person who joins a project receives all its rows, also older ones', async () => {
    const { team } = setup;
    const id = await addTask(team, team.founder, { name: 'Dig' });
    const device = setup.device(member);
    await device.sync();
    expect(await rows(device.db, tasks).count()).toBe(0);
    await join(team, member);
    await device.sync();
    expect((await taskOn(device, id))?.name).toBe('Dig');
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  it('[PULL-5.1] the cursor does not move before a scope that became readable is filled', async () => {
    const { team } = setup;
    const device = setup.device(member);
    await device.sync();
    const stream = orgStreamOf(member);
    const before = (await readStream(device.context, stream)).cursor;
    await join(team, member);
    device.wire.instead = { scope: () => NETWORK };
    await device.sync();
    expect((await readStream(device.context, stream)).cursor).toBe(before);
    device.wire.instead = {};
    await device.sync();
    expect(await rows(device.db, cards).count()).toBe(1);
  });

  it('[PULL-5.2] a page of a fill that was read at a head older than the cursor is read again', async () => {
    const { team } = setup;
    const id = await addTask(team, team.founder, { name: 'Dig' });
    await join(team, member);
    const device = setup.device(member);
    await device.sync();
    const stream = orgStreamOf(member);
    const scope = `project:${team.project}`;
    const comment = await device.ports.transport.scope({ stream, scope, after: null });
    await device.mutate(taskSetFlag, { id, flag: team.flag });
    // Somebody's note is added after the page was read, and the cursor passes it.
    const body = { id: freshId(), task: id, comment: 'Started' };
    ok(
      await team.founder.post('team-member/create/', {
        project: team.project,
        organization_user: Number(team.founder.orgUserId),
      }),
    );
    ok(await team.founder.post('comment/create/', body));
    await device.sync();
    let asked = 0;
    device.wire.instead = {
      scope: () => {
        asked += 1;
        return asked === 1 ? comment : undefined;
      },
    };
    expect((await fillScope(device.context, { stream, scope })).kind).toBe('done');
    expect(asked).toBe(2);
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  it('[PULL-5.7] a page from before a fill does not remove the scope that is filled while the page is applied', async () => {
    const { team } = setup;
    const device = setup.device(member);
    await device.sync();
    const stream = orgStreamOf(member);
    const { cursor, epoch } = await readStream(device.context, stream);
    const query = { stream, since: cursor, epoch: epoch ?? '', limit: 100 };
    const reply = await device.ports.transport.pull(query);
    if (!reply.ok) throw new Error('There is no page');
    await join(team, member);
    const { store } = device.ports;
    let filled: Promise<unknown> | undefined;
    const write: typeof store.write = async (options, work) => {
      const value = await store.write(options, work);
      filled ??= fillScope(device.context, { stream, scope: `project:${team.project}` });
      await filled;
      return value;
    };
    const ports = { ...device.ports, store: { ...store, write } };
    const applying = { stream, page: reply.value, from: cursor, settled: new Set<number>() };
    await applyPage({ ...device.context, ports }, applying);
    expect(await rows(device.db, cards).count()).toBe(1);
    await device.sync();
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  it('[PULL-5.3] [PULL-5.4] a lost project keeps no rows and no base rows, and its pending mutations are rejected', async () => {
    const { team } = setup;
    const id = await addTask(team, team.founder, { name: 'Dig' });
    await join(team, member);
    const device = setup.device(member);
    await device.sync();
    await device.mutate(commentCreate, {
      id: device.newId(),
      task: id,
      project: team.project,
      comment: 'I was here',
      attachment: null,
    });
    ok(
      await team.founder.delete(
        `team-member/update-destroy/${team.project}.${member.orgUserId ?? ''}/`,
      ),
    );
    device.wire.instead = { push: () => NETWORK };
    await pullStream(device.context, orgStreamOf(member));
    expect(await scopesStored(device)).not.toContain(`project:${team.project}`);
    expect(await rows(device.db, comments).count()).toBe(0);
    expect(await device.db.base.count()).toBe(0);
    const [item] = await outboxItems(device.db);
    expect(item).toMatchObject({ state: 'rejected', ownText: 'I was here' });
    expect(item?.reason).toContain('no longer have access');
    device.wire.instead = {};
    await device.sync();
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  it('[PULL-5.3] [CLIENT-3.4] while a lost project is removed, no view loses its pending mutations before its row is removed', async () => {
    const { team } = setup;
    await join(team, member);
    const device = setup.device(member);
    const task = await addTask(team, team.founder, { name: 'Dig' });
    const id = device.newId();
    await device.sync();
    const { project } = team;
    await device.mutate(commentCreate, { id, task, project, comment: 'One', attachment: null });
    await device.sync();
    const edit = (from: string, comment: string) =>
      device.mutate(commentEdit, { id, comment_base: from, comment });
    await edit('One', 'Two');
    device.wire.instead = { pull: () => NETWORK };
    await device.sync();
    device.wire.instead = { push: () => NETWORK };
    await edit('Two', 'Three');
    ok(
      await team.founder.delete(`team-member/update-destroy/${project}.${member.orgUserId ?? ''}/`),
    );
    const shown = new Set<string | undefined>();
    const { store } = device.ports;
    const write: typeof store.write = async (options, work) => {
      const value = await store.write(options, work);
      shown.add((await rows(device.db, comments).get(id))?.comment);
      return value;
    };
    const ports = { ...device.ports, store: { ...store, write } };
    await pullStream({ ...device.context, ports }, orgStreamOf(member));
    expect([...shown]).toEqual(['Three', undefined]);
  });

  // In the server's order of names, and in the reverse order.
  it.each([1, -1])(
    '[PULL-5.3] [CLIENT-3.4] a row with a pending move between two lost projects keeps its view until it is removed (%d)',
    async (order) => {
      const { team } = setup;
      const { founder, workspace, project } = team;
      await join(team, member);
      const task = await addTask(team, member, { name: 'Dig' });
      const [pier, card] = [freshId(), freshId()];
      ok(await founder.post('project/create/', { id: pier, name: 'Pier', workspace }));
      ok(await founder.post('project-card/create/', { id: card, name: 'To do', project: pier }));
      await join(team, member, pier);
      const device = setup.device(member);
      await device.sync();
      const place = { project: pier, card, rank: 'm' };
      expect(await device.mutate(taskMove, { id: task, ...place })).toBeUndefined();
      device.wire.instead = { pull: () => NETWORK };
      await device.sync();
      for (const one of [project, pier]) {
        ok(await founder.delete(`team-member/update-destroy/${one}.${member.orgUserId ?? ''}/`));
      }
      const shown = new Set<string | undefined>();
      const { store } = device.ports;
      const write: typeof store.write = async (options, work) => {
        const value = await store.write(options, work);
        shown.add((await rows(device.db, tasks).get(task))?.project);
        return value;
      };
      device.wire.instead = {};
      const stream = orgStreamOf(member);
      const state = await readStream(device.context, stream);
      const named = Object.entries(state.scopes);
      const scopes = Object.fromEntries(order === 1 ? named : named.toReversed());
      await store.write({ tables: [], durability: 'on-disk' }, (tx) =>
        tx.putStream({ ...state, scopes }),
      );
      shown.clear();
      await pullStream(
        { ...device.context, ports: { ...device.ports, store: { ...store, write } } },
        stream,
      );
      expect([...shown]).toEqual([pier, undefined]);
    },
  );

  it('[PULL-5.3] rows of an interrupted fill are removed when the project is lost before it is complete', async () => {
    const { team } = setup;
    await addTask(team, team.founder, { name: 'Dig' });
    const device = setup.device(member);
    await device.sync();
    await join(team, member);
    const stream = orgStreamOf(member);
    const scope = `project:${team.project}`;
    const page = await device.ports.transport.scope({ stream, scope, after: null });
    if (!page.ok) throw new Error('There is no page');
    device.wire.instead = {
      // The page is not the last one, and the next one never arrives.
      scope: (query) => {
        if (query.scope !== scope) return undefined;
        return query.after === null
          ? { ok: true, value: { ...page.value, cursor: 'tasks' } }
          : NETWORK;
      },
    };
    await device.sync();
    expect(await rows(device.db, tasks).count()).toBe(1);
    // A page from before the person joined does not affect a running fill.
    const state = await readStream(device.context, stream);
    const { epoch, cursor } = state;
    const old: PullPage = {
      epoch: epoch ?? '',
      changes: [],
      next: cursor,
      head: cursor,
      floor: 0,
      complete: true,
      scopes: wholeScopes(state),
    };
    await applyPage(device.context, { stream, page: old, from: cursor, settled: new Set() });
    expect(await rows(device.db, tasks).count()).toBe(1);
    await removeScope();
    device.wire.instead = {};
    await device.sync();
    expect(await rows(device.db, tasks).count()).toBe(0);
    expect(await rows(device.db, cards).count()).toBe(0);
  });

  it('[PULL-5.3] rows of an interrupted first download are removed when the project is lost before it is complete', async () => {
    const { team } = setup;
    await addTask(team, team.founder, { name: 'Dig' });
    await join(team, member);
    const device = setup.device(member);
    const { bootstrap } = device.ports.transport;
    const broken: typeof bootstrap = async (query) => {
      const reply = await bootstrap(query);
      return reply.ok ? { ok: true, value: untilRowsOf('tasks', reply.value) } : reply;
    };
    const ports = { ...device.ports, transport: { ...device.ports.transport, bootstrap: broken } };
    const stream = orgStreamOf(member);
    expect((await downloadStream({ ...device.context, ports }, stream)).kind).toBe('done');
    expect(await rows(device.db, tasks).count()).toBe(1);
    await removeScope();
    await device.sync();
    expect(await rows(device.db, tasks).count()).toBe(0);
    expect(await rows(device.db, cards).count()).toBe(0);
  });

  it('[CLIENT-5] an unusual number of rows that a pull would remove stays when the server still counts them', async () => {
    const { team } = setup;
    const ids: string[] = [];
    for (let index = 0; index < 80; index += 1) {
      ids.push(await addTask(team, team.founder, { name: `Task ${index}` }));
    }
    const device = setup.device();
    await device.sync();
    const stream = orgStreamOf(team.founder);
    const state = await readStream(device.context, stream);
    const next = state.cursor + ids.length;
    const page: PullPage = {
      epoch: state.epoch ?? '',
      head: next,
      floor: 0,
      scopes: wholeScopes(state),
      changes: ids.map((id, index) => ({
        kind: 'del',
        table: 'tasks',
        id,
        v: state.cursor + 1 + index,
      })),
      next,
      complete: true,
    };
    device.wire.instead = {
      pull: () => {
        device.wire.instead = {};
        return { ok: true, value: page };
      },
    };
    await device.sync();
    expect(device.wire.calls.includes('check')).toBe(true);
    expect(await rows(device.db, tasks).count()).toBe(80);
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  it('[CLIENT-5] a later scope revocation does not confirm the removals of a page', async () => {
    const { team } = setup;
    await join(team, member);
    const ids: string[] = [];
    for (let index = 0; index < 60; index += 1) ids.push(await addTask(team, team.founder));
    const device = setup.device(member);
    await device.sync();
    const stream = orgStreamOf(member);
    const state = await readStream(device.context, stream);
    const { cursor, epoch } = state;
    const next = cursor + ids.length;
    const page: PullPage = {
      epoch: epoch ?? '',
      head: next,
      floor: 0,
      scopes: wholeScopes(state),
      changes: ids.map((id, index) => ({ kind: 'del', table: 'tasks', id, v: cursor + 1 + index })),
      next,
      complete: true,
    };
    ok(
      await team.founder.delete(
        `team-member/update-destroy/${team.project}.${member.orgUserId ?? ''}/`,
      ),
    );
    await applyPage(device.context, { stream, page, from: cursor, settled: new Set() });
    expect(device.wire.calls).toContain('check');
    await join(team, member);
    expect(await rows(device.db, tasks).count()).toBe(60);
  });

  it('[CLIENT-5] no row of an incomplete scope is removed before the server confirms it', async () => {
    const { team } = setup;
    await addTask(team, team.founder, { name: 'Dig' });
    const device = setup.device();
    await device.sync();
    const stream = orgStreamOf(team.founder);
    const { download: _none, ...state } = await readStream(device.context, stream);
    const scope = `project:${team.project}`;
    await device.db.streams.put({
      ...state,
      scopes: { ...state.scopes, [scope]: { kind: 'filling', readAt: state.cursor } },
    });
    const scopes = wholeScopes(state).filter((one) => one !== scope);
    const { epoch, cursor } = state;
    const query = { stream, since: cursor, epoch: epoch ?? '', limit: 100 };
    const reply = await device.ports.transport.pull(query);
    if (!reply.ok) throw new Error('There is no page');
    const page = { ...reply.value, scopes };
    await applyPage(device.context, { stream, page, from: cursor, settled: new Set() });
    expect(device.wire.calls).toContain('check');
    expect(await rows(device.db, tasks).count()).toBe(1);
    await device.sync();
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  it('[CLIENT-5] an unusual number of deleted rows is removed after the check', async () => {
    const { team } = setup;
    for (let index = 0; index < 60; index += 1)
      await addTask(team, team.founder, { name: `T ${index}` });
    await join(team, member);
    const device = setup.device(member);
    await device.sync();
    expect(await rows(device.db, tasks).count()).toBe(60);
    ok(
      await team.founder.delete(
        `team-member/update-destroy/${team.project}.${member.orgUserId ?? ''}/`,
      ),
    );
    await device.sync();
    expect(await rows(device.db, tasks).count()).toBe(0);
    expect(device.wire.calls.includes('check')).toBe(true);
  });

  async function removeScope(): Promise<void> {
    const membership = `${setup.team.project}.${member.orgUserId ?? ''}`;
    ok(await setup.team.founder.delete(`team-member/update-destroy/${membership}/`));
  }

  /** The lines of a download up to the rows of a table; then the connection breaks. */
  async function* untilRowsOf(
    table: string,
    lines: AsyncIterable<BootstrapLine>,
  ): AsyncGenerator<BootstrapLine> {
    for await (const line of lines) {
      yield line;
      if (line.kind === 'rows' && line.table === table) throw new BrokenStream();
    }
  }

  async function scopesStored(device: Device): Promise<readonly string[]> {
    const all = await Promise.all(
      ENTITIES.map((entity) => device.db.dexie.table(entity.table).toArray()),
    );
    return [...new Set(all.flat().map(({ scope }) => String(scope)))];
  }
});
