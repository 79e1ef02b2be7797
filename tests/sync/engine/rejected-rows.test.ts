import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { comments } from '../../../model/entities/comment.ts';
import { subtasks } from '../../../model/entities/subtask.ts';
import { commentEdit } from '../../../model/mutations/comment/comment-edit.ts';
import type { Mutation } from '../../../model/mutations/define-mutation.ts';
import { subtaskEdit } from '../../../model/mutations/subtask/subtask-edit.ts';
import { readStream } from '../../../sync/engine/context.ts';
import { enterRefill } from '../../../sync/engine/epoch.ts';
import { openTasks, withoutTask } from '../../../sync/engine/open-tasks.ts';
import { holdDetails } from '../../../sync/engine/outlines.ts';
import { releaseCold } from '../../../sync/engine/release-cold.ts';
import { releaseDetails } from '../../../sync/engine/release-details.ts';
import { rows } from '../../../sync/store/database.ts';
import type { NotHere } from '../../../sync/store/not-here.ts';
import { editItemText, retryItem } from '../../../sync/store/outbox-actions.ts';
import { addTask, orgStreamOf } from '../../server/support/team.ts';
import {
  addLeftTask,
  addSubtask,
  commentsOn,
  complete,
  detailsOn,
  outlinedTeam,
  say,
} from '../support/outlined-team.ts';
import type { Device } from '../support/device.ts';
import { refuseFirst } from '../support/sending.ts';
import { type Setup, setUp } from '../support/setup.ts';

/** A device that lacks details, or releases some, while a change of one was rejected. */
describe('rows of rejected changes', () => {
  let setup: Setup;
  let device: Device;
  let stream: string;
  let scope: string;
  let task: string;

  const COLD_AFTER = 60_000;
  const HALF_A_YEAR = 184 * 86_400_000;

  afterEach(() => setup.end());

  /** A change of a comment that the server refuses; returns the id of its entry. */
  async function rejectedEdit(comment: string): Promise<string> {
    const [row] = await rows(device.db, comments)
      .filter((one) => one.comment === comment)
      .toArray();
    const args = { id: row?.id ?? '', comment: 'Better', comment_base: comment };
    return rejected(commentEdit, args);
  }

  async function rejected<Args>(mutation: Mutation<Args>, args: Args): Promise<string> {
    refuseFirst(device, { status: 400, code: 'invalid', message: 'No' });
    expect(await device.mutate(mutation, args)).toBeUndefined();
    await device.sync();
    const [item] = await device.ports.store.read([], (tx) => tx.rejected());
    return String(item?.seq);
  }

  /** Tries the change again, as it is or with another text; also returns what is to be downloaded. */
  async function retried(entry: string, text?: string) {
    const wanted: NotHere[] = [];
    const context = { ...(await device.actions()), want: (one: NotHere) => wanted.push(one) };
    const refusal = await (text === undefined
      ? retryItem(context, entry)
      : editItemText(context, entry, text));
    return { code: refusal?.code, wanted };
  }

  async function expectSent(entry: string): Promise<void> {
    expect(await retried(entry)).toEqual({ code: undefined, wanted: [] });
    await device.sync();
    expect(await commentsOn(device)).toContain('Better');
  }

  describe('in a project with a cold task', () => {
    beforeEach(async () => {
      setup = await setUp({ detailRows: 0, coldAfter: COLD_AFTER });
      const { team } = setup;
      stream = orgStreamOf(team.founder);
      scope = `project:${team.project}`;
      task = await addTask(team, team.founder, { name: 'Dig' });
    });

    async function becomesCold(): Promise<void> {
      const { team } = setup;
      await complete(team.founder, task, true);
      team.setup.clock.time += 2 * COLD_AFTER;
      await addTask(team, team.founder, { name: 'New' });
    }

    /** A device whose person has opened the cold task of a hot project. */
    async function opened(): Promise<void> {
      await say(setup, task, 'Dug');
      await becomesCold();
      device = setup.device();
      await device.sync();
      await openTasks(device.context, stream, { [task]: { scope } });
      await device.sync();
    }

    it('[MUT-4.5] [OUT-7.4] details of their task stay, although nobody opens it for half a year', async () => {
      await opened();
      const entry = await rejectedEdit('Dug');
      device.clock.time += HALF_A_YEAR;
      await releaseDetails(device.context);
      expect(await commentsOn(device)).toEqual(['Dug']);
      expect((await readStream(device.context, stream)).coldTasks?.[task]).toBeDefined();
      await expectSent(entry);
      // Nothing names it any more.
      expect((await readStream(device.context, stream)).coldTasks?.[task]).toBeUndefined();
    });

    it('[MUT-4.5] [OUT-7.6] details of their task stay when its project becomes hot', async () => {
      device = setup.device();
      await device.sync();
      await say(setup, task, 'Dug');
      await say(setup, task, 'It holds');
      await becomesCold();
      await device.sync();
      const entry = await rejectedEdit('Dug');
      await releaseCold(device.context);
      expect((await readStream(device.context, stream)).hot?.[scope]).toBeDefined();
      expect(await commentsOn(device)).toEqual(['Dug', 'It holds']);
      await expectSent(entry);
    });

    it('[MUT-4.5] says that one of a cold task is not here, and downloads it', async () => {
      await opened();
      const entry = await rejectedEdit('Dug');
      // As a device of an older build has released them.
      await device.ports.store.write({ tables: 'all', durability: 'on-disk' }, async (tx) => {
        const state = await tx.stream(stream);
        if (state !== undefined) await tx.putStream(withoutTask(state, task));
        await tx.deleteRows(comments.table, await tx.ids(comments.table));
      });
      const missing = { project: setup.team.project, task };
      expect(await retried(entry)).toEqual({ code: 'unavailable', wanted: [missing] });
      expect(await retried(entry, 'Best')).toEqual({ code: 'unavailable', wanted: [missing] });
      await openTasks(device.context, stream, { [task]: { scope } });
      await device.sync();
      await expectSent(entry);
    });

    it('[MUT-4.5] says that one does not exist where all details are here', async () => {
      await opened();
      const entry = await rejectedEdit('Dug');
      await rows(device.db, comments).clear();
      expect(await retried(entry)).toEqual({ code: 'not_found', wanted: [] });
    });
  });

  describe('in a project that concerns nobody', () => {
    /** Changes a subtask, which is rejected, and releases the details; returns the id of the entry. */
    async function released(): Promise<string> {
      const team = await outlinedTeam();
      ({ setup, stream, scope } = team);
      task = await addLeftTask(setup, team.manager);
      device = setup.device(team.manager);
      await device.sync();
      await holdDetails(device.context, stream, [scope]);
      await device.sync();
      expect(await addSubtask(setup, device, task)).toBeUndefined();
      await device.sync();
      const [row] = await rows(device.db, subtasks).toArray();
      const entry = await rejected(subtaskEdit, { id: row?.id ?? '', name: 'Gate' });
      device.clock.time += HALF_A_YEAR;
      await releaseDetails(device.context);
      expect(await detailsOn(device, setup.team.project)).toBe('outline');
      expect(await commentsOn(device)).toEqual([]);
      return entry;
    }

    async function names(): Promise<readonly string[]> {
      return (await rows(device.db, subtasks).toArray()).map(({ name }) => name);
    }

    it('[MUT-4.5] [OUT-5.3] they stay when it becomes an outline again', async () => {
      const entry = await released();
      expect(await names()).toEqual(['Fence']);
      expect(await retried(entry)).toEqual({ code: undefined, wanted: [] });
      await device.sync();
      expect(await names()).toEqual(['Gate']);
    });

    it('[MUT-4.5] says that one is not here, and downloads the details', async () => {
      const entry = await released();
      await enterRefill(device.context, stream);
      await device.sync();
      expect(await names()).toEqual([]);
      const missing = { project: setup.team.project };
      expect(await retried(entry)).toEqual({ code: 'unavailable', wanted: [missing] });
      await holdDetails(device.context, stream, [scope]);
      await device.sync();
      expect(await retried(entry)).toEqual({ code: undefined, wanted: [] });
      await device.sync();
      expect(await names()).toEqual(['Gate']);
    });
  });
});
