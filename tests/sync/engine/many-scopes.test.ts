import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cards } from '../../../model/entities/card.ts';
import { checkReplica } from '../../../sync/engine/check.ts';
import { rows } from '../../../sync/store/database.ts';
import { ok } from '../../server/support/team.ts';
import type { Device } from '../support/device.ts';
import { downloadCut } from '../support/download-cut.ts';
import { type Setup, setUp } from '../support/setup.ts';
import { recordTransactions, type Written } from '../support/transactions.ts';

const PROJECTS = 60;

describe('a first download of many small projects', () => {
  let setup: Setup;
  let fresh: Device;
  let written: Written[];
  beforeEach(async () => {
    written = recordTransactions();
    setup = await setUp();
    const { founder, workspace } = setup.team;
    fresh = setup.device();
    for (let count = 0; count < PROJECTS; count += 1) {
      const [project, id] = [fresh.newId(), fresh.newId()];
      ok(await founder.post('project/create/', { id: project, name: `P ${project}`, workspace }));
      ok(await founder.post('project-card/create/', { id, name: 'To do', project }));
    }
  });
  afterEach(async () => {
    await setup.end();
    vi.restoreAllMocks();
  });

  it('[PULL-6.7] stores the rows of several projects in one transaction', async () => {
    await fresh.sync();
    expect(await rows(fresh.db, cards).count()).toBe(PROJECTS + 1);
    const withCards = written.filter(({ tables }) => tables.has(cards.table));
    expect(withCards.length).toBeLessThan(15);
    expect(await checkReplica(fresh.context)).toEqual({ ok: true, value: [] });
  });

  it.each([2, 5, 30, 61])(
    '[PULL-6.7] [PULL-6.2] holds every project after a download that broke off behind %i scopes',
    async (scopes) => {
      await downloadCut(fresh, { scopes });
      await fresh.sync();
      expect(await rows(fresh.db, cards).count()).toBe(PROJECTS + 1);
      expect(await checkReplica(fresh.context)).toEqual({ ok: true, value: [] });
    },
  );
});
