import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tasks } from '../../../model/entities/task.ts';
import { teamMembers } from '../../../model/entities/team-member.ts';
import { taskEdit } from '../../../model/mutations/task/task-edit.ts';
import { taskMove } from '../../../model/mutations/task/task-move.ts';
import type { PullPage } from '../../../model/protocol/messages.ts';
import { checkReplica } from '../../../sync/engine/check.ts';
import { type EngineContext, readStream } from '../../../sync/engine/context.ts';
import type { StreamState } from '../../../sync/core/ports/streams.ts';
import { applyEvent, applyPage, pullStream } from '../../../sync/engine/pull.ts';
import { fillScope } from '../../../sync/engine/fill.ts';
import { rows } from '../../../sync/store/database.ts';
import { outboxItems } from '../../../sync/store/outbox-entries.ts';
import type { RestClient } from '../../support/rest-client.ts';
import { addTask, freshId, hire, join, ok, orgStreamOf } from '../../server/support/team.ts';
import type { Device } from '../support/device.ts';
import { type Setup, setUp } from '../support/setup.ts';
import { wholeScopes } from '../support/whole-scopes.ts';
import { isUnlisted, scopeState, scopesThat } from '../../../sync/core/scope-state.ts';

/** A project is lost, and the person joins it again before the last of its rows is removed from the device. */
describe('lost scopes', () => {
  let setup: Setup;
  let member: RestClient;
  let other: RestClient;
  let stream: string;
  let scope: string;
  beforeEach(async () => {
    setup = await setUp();
    member = await hire(setup.team, 'bo@field.test');
    other = await hire(setup.team, 'eve@field.test');
    stream = orgStreamOf(member);
    scope = `project:${setup.team.project}`;
  });
  afterEach(() => setup.end());

  it('[PULL-5.6] a project regained after a kill between the cursor and the removal lacks no row', async () => {
    const device = await withLostProject();
    const context = killedAfter(device, (now, before) => now.cursor !== before.cursor);
    await expect(pullStream(context, stream)).rejects.toThrow('killed');
    await join(setup.team, member);
    await device.sync();
    await expectWhole(device);
  });

  it('[PULL-5.6] a project regained after a kill during the removal keeps no row that was deleted meanwhile', async () => {
    const device = await withLostProject();
    const context = killedAfter(device, (now) => !wholeScopes(now).includes(scope));
    await expect(pullStream(context, stream)).rejects.toThrow('killed');
    await join(setup.team, member);
    await device.sync();
    await expectWhole(device);
  });

  it('[PULL-5.6] a removal that was killed continues until the last row is removed', async () => {
    const device = await withLostProject();
    const context = killedAfter(device, (now) => !wholeScopes(now).includes(scope));
    await expect(pullStream(context, stream)).rejects.toThrow('killed');
    await device.sync();
    expect(await rows(device.db, tasks).count()).toBe(0);
    const { scopes } = await readStream(device.context, stream);
    expect(new Set(Object.values(scopes).map(({ kind }) => kind))).toEqual(new Set(['complete']));
    expect(scopes).not.toHaveProperty([scope]);
    await join(setup.team, member);
    await device.sync();
    await expectWhole(device);
    // The removal was complete, so a fill was enough.
    expect(device.wire.calls.filter((call) => call === 'bootstrap')).toHaveLength(2);
  });

  it('[PULL-5.3] a lost project keeps its rows until the stream is complete', async () => {
    const device = await withLostProject();
    for (const name of ['kim', 'lou']) await hire(setup.team, `${name}@field.test`);
    const first = await pageFor(device, 1);
    expect(first.page.complete).toBe(false);
    expect(first.page.scopes).not.toContain(scope);
    await applyPages(device, first);
    expect(await rows(device.db, tasks).count()).toBe(1);
    await device.sync();
    expect(await rows(device.db, tasks).count()).toBe(0);
  });

  it('[PULL-5.5] a project of which some rows are removed is stored as incomplete', async () => {
    const device = await withLostProject();
    const count = async () =>
      (await rows(device.db, tasks).count()) + (await rows(device.db, teamMembers).count());
    const all = await count();
    const seen: string[] = [];
    const context = watched(device, async ({ scopes }) => {
      const left = await count();
      if (left === 0 || left === all) return;
      seen.push(scopeState(scopes, scope).kind);
    });
    await pullStream(context, stream);
    expect(seen.length).toBeGreaterThan(0);
    expect(seen).toEqual(seen.map(() => 'revoking'));
  });

  it('[PULL-5.8] a page applies no change of a project that it does not list', async () => {
    const device = setup.device(member);
    await device.sync();
    await join(setup.team, member);
    const { page, from } = await pageFor(device);
    expect(page.changes.map(({ table }) => table)).toContain('team_members');
    await applyPages(device, {
      from,
      page: { ...page, scopes: page.scopes.filter((one) => one !== scope) },
    });
    expect(await rows(device.db, teamMembers).count()).toBe(0);
    await removeScope(member);
    await device.sync();
    expect(await rows(device.db, teamMembers).count()).toBe(0);
    await join(setup.team, member);
    await device.sync();
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
    expect(await rows(device.db, teamMembers).count()).toBe(2);
  });

  it('[PULL-5.4] [MUT-4.2] a mutation written while its project is being removed is rejected with its text', async () => {
    const { team } = setup;
    await join(team, member);
    const task = await addTask(team, member, { name: 'Dig' });
    const device = setup.device(member);
    await device.sync();
    await removeScope(member);
    let isWritten = false;
    const context = watched(device, async (now) => {
      if (isWritten || wholeScopes(now).includes(scope)) return;
      isWritten = true;
      expect(await device.mutate(taskEdit, { id: task, name: 'Dig deeper' })).toBeUndefined();
    });
    await pullStream(context, stream);
    expect(isWritten).toBe(true);
    expect(await rows(device.db, tasks).count()).toBe(0);
    const items = await outboxItems(device.db);
    expect(items.map(({ state, ownText }) => [state, ownText])).toEqual([
      ['rejected', 'Dig deeper'],
    ]);
    expect(await device.db.base.count()).toBe(0);
  });

  it('[PULL-5.4] [MUT-4.2] a task moved out of a project while that is being removed is rejected, and its row is removed', async () => {
    const { team } = setup;
    const { founder, workspace } = team;
    await join(team, member);
    const task = await addTask(team, member, { name: 'Dig' });
    const [project, card] = [freshId(), freshId()];
    ok(await founder.post('project/create/', { id: project, name: 'Pier', workspace }));
    ok(await founder.post('project-card/create/', { id: card, name: 'To do', project }));
    await join(team, member, project);
    const device = setup.device(member);
    await device.sync();
    await removeScope(member);
    let isWritten = false;
    const context = watched(device, async (now) => {
      if (isWritten || wholeScopes(now).includes(scope)) return;
      isWritten = true;
      const place = { project, card, rank: 'm' };
      expect(await device.mutate(taskMove, { id: task, ...place })).toBeUndefined();
    });
    await pullStream(context, stream);
    expect(isWritten).toBe(true);
    await device.sync();
    expect(await rows(device.db, tasks).count()).toBe(0);
    expect((await outboxItems(device.db)).map(({ state }) => state)).toEqual(['rejected']);
    expect(await device.db.base.count()).toBe(0);
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  it('[PULL-5.6] [ENG-2.5] a removal ends when another tab has downloaded the project again', async () => {
    const device = await withLostProject();
    const context = besides(device, (now) => !wholeScopes(now).includes(scope));
    await pullStream(context, stream);
    expect(wholeScopes(await readStream(device.context, stream))).toContain(scope);
    await expectWhole(device);
  });

  it('[PULL-5.6] [ENG-2.5] a removal does not begin when another tab has downloaded the project again', async () => {
    const device = await withLostProject();
    const context = besides(device, (now, before) => now.cursor !== before.cursor);
    await pullStream(context, stream);
    expect(wholeScopes(await readStream(device.context, stream))).toContain(scope);
    await expectWhole(device);
  });

  it('[PULL-5.6] [ENG-2.5] a fill of a scope that is being removed is not applied', async () => {
    const device = await withLostProject();
    let filling: Promise<unknown> | undefined;
    const context = watched(device, async (now) => {
      if (wholeScopes(now).includes(scope) || filling !== undefined) return;
      await join(setup.team, member);
      filling = fillScope(device.context, { stream, scope });
      await filling;
      expect(wholeScopes(await readStream(device.context, stream))).not.toContain(scope);
    });
    await pullStream(context, stream);
    expect(filling).toBeDefined();
    await device.sync();
    await expectWhole(device);
  });

  it('[PULL-5.6] an event is not applied when it lists a project again whose rows are not removed yet', async () => {
    const device = await withLostProject();
    const context = killedAfter(device, (now, before) => now.cursor !== before.cursor);
    await expect(pullStream(context, stream)).rejects.toThrow('killed');
    await join(setup.team, member);
    const event = { stream, ...(await pageFor(device)) };
    expect(await applyEvent(device.context, event)).toBe('skipped');
    await device.sync();
    await expectWhole(device);
  });

  it('[PULL-5.6] [PULL-5.7] a page read before a fill does not mark the scope as unlisted, a page read after it does', async () => {
    const { team } = setup;
    const device = setup.device(member);
    await device.sync();
    const before = await pageFor(device);
    await join(team, member);
    await fillScope(device.context, { stream, scope });
    await applyPages(device, before);
    expect(unlisted(await readStream(device.context, stream))).toEqual([]);
    expect(wholeScopes(await readStream(device.context, stream))).toContain(scope);
    await removeScope(member);
    const after = await pageFor(device);
    const context = killedAfter(device, (now, then) => now.cursor !== then.cursor);
    await expect(applyPages({ ...device, context }, after)).rejects.toThrow('killed');
    expect(unlisted(await readStream(device.context, stream))).toEqual([scope]);
  });

  /** A device that has the project of a person who has left it; a task was added and a colleague removed since. */
  async function withLostProject(): Promise<Device> {
    const { team } = setup;
    await addTask(team, team.founder, { name: 'Dig' });
    await join(team, member);
    await join(team, other);
    const device = setup.device(member);
    await device.sync();
    await removeScope(member);
    await addTask(team, team.founder, { name: 'While away' });
    await removeScope(other);
    return device;
  }

  function unlisted({ scopes }: StreamState): readonly string[] {
    return scopesThat(scopes, isUnlisted);
  }

  async function removeScope(who: RestClient): Promise<void> {
    const membership = `${setup.team.project}.${who.orgUserId ?? ''}`;
    ok(await setup.team.founder.delete(`team-member/update-destroy/${membership}/`));
  }

  type Moment = (now: StreamState, before: StreamState) => boolean;

  /** The engine in a tab whose transactions are observed one by one. */
  function watched(
    device: Device,
    committed: (now: StreamState, before: StreamState) => Promise<void>,
    begins: () => void = () => undefined,
  ): EngineContext {
    const { store } = device.ports;
    const write: typeof store.write = async (options, work) => {
      begins();
      const before = await readStream(device.context, stream);
      const value = await store.write(options, work);
      await committed(await readStream(device.context, stream), before);
      return value;
    };
    return { ...device.context, ports: { ...device.ports, store: { ...store, write } } };
  }

  /** A tab that is killed after the transaction of the given moment. */
  function killedAfter(device: Device, moment: Moment): EngineContext {
    let dead = false;
    return watched(
      device,
      (now, before) => {
        dead ||= moment(now, before);
        return Promise.resolve();
      },
      () => {
        if (dead) throw new Error('killed');
      },
    );
  }

  /** A tab beside which, at that moment, the person joins the project again and another tab runs all passes. */
  function besides(device: Device, moment: Moment): EngineContext {
    let done = false;
    return watched(device, async (now, before) => {
      if (done || !moment(now, before)) return;
      done = true;
      await join(setup.team, member);
      await device.sync();
    });
  }

  async function pageFor(device: Device, limit = 100): Promise<{ page: PullPage; from: number }> {
    const { cursor, epoch } = await readStream(device.context, stream);
    const query = { stream, since: cursor, epoch: epoch ?? '', limit };
    const reply = await device.ports.transport.pull(query);
    if (!reply.ok) throw new Error('There is no page');
    return { page: reply.value, from: cursor };
  }

  async function applyPages(
    { context }: Pick<Device, 'context'>,
    page: { page: PullPage; from: number },
  ): Promise<void> {
    await applyPage(context, { ...page, stream, settled: new Set() });
  }

  /** Compares with the server without a further pull, which might repair the store. */
  async function expectWhole(device: Device): Promise<void> {
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
    const names = (await rows(device.db, tasks).toArray()).map(({ name }) => name);
    expect(names.toSorted()).toEqual(['Dig', 'While away']);
    const people = (await rows(device.db, teamMembers).toArray()).map(({ id }) => id);
    expect(people).not.toContain(`${setup.team.project}.${other.orgUserId ?? ''}`);
  }
});
