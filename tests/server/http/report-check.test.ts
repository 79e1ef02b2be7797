import sharp from 'sharp';
import { expect, it } from 'vitest';
import {
  type ReportFile,
  type ReportStep,
  reportVerdictsSchema,
} from '../../../model/protocol/sign-off-report.ts';
import { parseAt } from '../../../model/shared/parse.ts';
import { eraseDeletedTasks } from '../../../server/writer/erase-tasks.ts';
import {
  checkReport,
  conclusionOf,
  findingsOf,
  outsideDigest,
  type ReportResult,
  unchangedSince,
} from '../../../src/data/report-check.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { restClient } from '../../support/rest-client.ts';
import { bearer, fetchFile, stored, upload } from '../support/files.ts';
import { reportOf, sha256 } from '../support/report.ts';
import { addProject, rowsOf } from '../support/same-ids.ts';
import {
  addBoard,
  addTask,
  foundTeam,
  freshId,
  hire,
  join,
  ok,
  startTeam,
  taskBody,
  type Team,
} from '../support/team.ts';

forEachDatabase('the check of a report', (open) => {
  it('[SIGN-4.2] confirms a report that nobody has changed, without an account', async () => {
    const signed = await signedOff(open);
    const { report } = signed;
    expect(report.steps.map(({ kind }) => kind)).toEqual(['done', 'sent_back', 'done', 'accepted']);
    const { conclusion, result } = await check(signed, report);
    expect(conclusion).toBe('genuine');
    expect(result.pictures).toEqual([true]);
    expect(unchangedSince(report, result)).toBe(report.steps.at(-1)?.arrived_at);
  });

  it('[SIGN-4.2] finds each kind of change in a file', async () => {
    const signed = await signedOff(open);
    const { report, carol, photo } = signed;
    const [first, back, ...rest] = report.steps;
    if (first === undefined || back === undefined) throw new Error('There are no steps');
    const withSteps = (steps: readonly ReportStep[]) => ({ ...report, steps: [...steps] });
    const withFirst = (change: Partial<ReportStep>) =>
      withSteps([{ ...first, ...change }, back, ...rest]);
    const changes: Readonly<Record<string, ReportFile>> = {
      remark: withFirst({ remark: 'It swings.' }),
      'time of the device': withFirst({ done_at: '2026-03-01T09:00:00Z' }),
      'time of the server': withFirst({ arrived_at: '2026-03-01T09:00:00Z' }),
      clock: withFirst({ clock_offset: 10 }),
      kind: withFirst({ kind: 'accepted' }),
      person: withFirst({ people: [carol], created_by: carol }),
      photos: withFirst({ photos: [] }),
      signature: withFirst({ signature: 'M1 1L2 2' }),
      'typed name': withFirst({ signed_as: 'Carol' }),
      missing: withFirst({ missing: ['photo'] }),
      'invented step': withSteps([...report.steps, { ...first, id: freshId() }]),
      'removed step': withSteps([first, ...rest]),
      'step of another task': withFirst({ task: freshId() }),
      picture: {
        ...report,
        pictures: [{ file: photo, media_type: 'image/png', bytes: btoa('another') }],
      },
      ...Object.fromEntries(
        (['organization', 'project', 'task', 'person', 'file'] as const).map((kind) => [
          `name of the ${kind}`,
          {
            ...report,
            names: report.names.map((one) =>
              one.kind === kind ? { ...one, name: 'Another name' } : one,
            ),
          },
        ]),
      ),
    };
    for (const [change, changed] of Object.entries(changes)) {
      const { conclusion } = await check(signed, changed);
      expect.soft([change, conclusion]).toEqual([change, 'different']);
    }
    const { result } = await check(signed, withFirst({ remark: 'It swings.' }));
    expect(result.steps).toEqual(['changed', 'genuine', 'genuine', 'genuine']);
    const lost = await check(signed, withSteps([first, ...rest]));
    expect(lost.findings).toMatchObject([{ kind: 'removed', task: first.task }]);
  });

  it('[SIGN-4.3] reports steps that were made after the report, and accepts former names', async () => {
    const signed = await signedOff(open);
    const { report, team } = signed;
    const cut = { ...report, steps: report.steps.slice(0, -1) };
    expect((await check(signed, cut)).conclusion).toBe('later');
    const [task] = report.steps.map((step) => step.task);
    ok(await team.founder.patch(`task/update-destroy/${task ?? ''}/`, { name: 'Oil both gates' }));
    const renamed = await check(signed, report);
    expect(renamed.conclusion).toBe('genuine');
    expect(renamed.findings).toMatchObject([{ kind: 'renamed', name: { name: 'Oil the gate' } }]);
    ok(await team.founder.patch(`task/update-destroy/${task ?? ''}/`, { is_completed: false }));
    expect((await check(signed, report)).conclusion).toBe('later');
  });

  it('[SIGN-4.3] confirms a step that the device had not sent when it saved the report', async () => {
    const signed = await signedOff(open);
    const steps = signed.report.steps.map((step) => ({
      ...step,
      arrived_at: null,
      clock_offset: null,
    }));
    const { conclusion, result } = await check(signed, { ...signed.report, steps });
    expect(conclusion).toBe('genuine');
    expect(new Set(result.steps)).toEqual(new Set(['arrived_since']));
  });

  it('[SIGN-4.3] checks steps that are left out for their day without their contents', async () => {
    const signed = await signedOff(open);
    const { report } = signed;
    const [first, ...shown] = report.steps;
    if (first === undefined) throw new Error('There are no steps');
    const outside = [
      { task: first.task, done_at: first.done_at, digest: outsideDigest(first, sha256) },
    ];
    const partly = { ...report, from: '2026-03-02', steps: shown, outside, pictures: [] };
    expect((await check(signed, partly)).conclusion).toBe('genuine');
    const moved = [{ ...outside[0], done_at: '2026-02-01T10:00:00Z' }];
    const cases: Readonly<Record<string, ReportFile>> = {
      'not outside': { ...partly, from: null },
      unknown: {
        ...partly,
        outside: [
          {
            ...moved[0],
            task: first.task,
            done_at: '2026-02-01T10:00:00Z',
            digest: 'a'.repeat(64),
          },
        ],
      },
      gone: { ...partly, outside: [] },
    };
    for (const [name, file] of Object.entries(cases)) {
      expect.soft([name, (await check(signed, file)).conclusion]).toEqual([name, 'different']);
    }
  });

  it('[SIGN-4.4] of another organisation or an erased task finds nothing, and says so', async () => {
    const signed = await signedOff(open);
    const { report, team } = signed;
    const other = await foundTeam(team.app, 'other@field.test', 'Other Paths');
    const moved = await check(signed, { ...report, organization: String(other.founder.orgId) });
    expect(moved.conclusion).toBe('unknown');
    expect(moved.result.names.every((verdict) => verdict === 'unknown')).toBe(true);
    expect(moved.result.pictures).toEqual([false]);
    const [task] = report.steps.map((step) => step.task);
    ok(await team.founder.patch(`task/delete/${task ?? ''}/`, { deleted: true }));
    expect((await check(signed, report)).conclusion).toBe('genuine');
    team.setup.clock.time += 31 * 24 * 3_600_000;
    const { database, writer, clock } = team.app.services;
    expect(await eraseDeletedTasks({ database, writer, now: clock.now() })).toBe(1);
    const erased = await check(signed, report);
    expect(erased.conclusion).toBe('erased');
    expect(erased.result.steps.every((verdict) => verdict === 'erased')).toBe(true);
  });

  it('[SIGN-4.4] reads no row of the same id in another organisation', async () => {
    const signed = await signedOff(open);
    const { report, team, photo } = signed;
    const board = await addBoard(team);
    const hidden = (await rowsOf(team, 'projects')).find(({ id }) => id === board.project);
    const [task = ''] = report.steps.map((step) => step.task);
    const [step] = report.steps;
    const there = { setup: team.setup, ...(await foundTeam(team.app, 'eve@other.test', 'Other')) };
    // Elsewhere the task is in another project of ours, done otherwise, with another photo.
    const forged = { ...there, ...(await addProject(there, board)) };
    await addProject(there, { project: team.project, card: freshId() });
    await join(forged, forged.founder);
    await addTask(forged, forged.founder, { id: task, name: 'Forged' });
    const bytes = Buffer.from('forged');
    const scope = `project:${board.project}`;
    ok(await upload(forged, forged.founder, { id: photo, scope, name: 'forged.png', bytes }));
    for (const id of [step?.id ?? '', freshId()]) {
      ok(await forged.founder.patch(`task/send-back/${task}/`, { step: id, reason: 'Forged' }));
    }
    const genuine = await check(signed, report);
    expect(genuine.conclusion).toBe('genuine');
    const names = report.names.map((one) => {
      if (one.kind === 'task') return { ...one, name: 'Forged' };
      return one.kind === 'project' ? { ...one, name: 'Same id' } : one;
    });
    const pictures = [{ file: photo, media_type: 'image/png', bytes: bytes.toString('base64') }];
    const other = { kind: 'project', id: board.project, name: String(hidden?.['name']) } as const;
    const { result } = await check(signed, { ...report, names: [...names, other], pictures });
    const verdicts = names.map(({ kind }, at) => [kind, result.names[at]]);
    expect(verdicts).toContainEqual(['task', 'differs']);
    expect(verdicts).toContainEqual(['project', 'differs']);
    expect(result.names.at(-1)).toBe('unknown');
    expect(result.pictures).toEqual([false]);
  });

  it('[SIGN-4.4] tells nothing about names and photos to a caller whose steps are not genuine', async () => {
    const signed = await signedOff(open);
    const { report } = signed;
    const steps = report.steps.map((step) => ({ ...step, remark: 'guessed' }));
    const { result } = await check(signed, { ...report, steps });
    expect(new Set(result.names)).toEqual(new Set(['unknown']));
    expect(result.pictures).toEqual([false]);
    expect([...result.others]).toEqual([]);
  });

  it('refuses malformed and oversized calls, and too many', async () => {
    const { team, report } = await signedOff(open);
    const visitor = restClient(team.app);
    const body = {
      organization: report.organization,
      steps: [],
      outside: [],
      names: [],
      pictures: [],
    };
    const step = { id: freshId(), task: freshId(), digest: 'a'.repeat(64) };
    for (const bad of [
      { ...body, steps: [{ ...step, digest: 'A' }] },
      { ...body, steps: [{ ...step, id: 'a\0b' }] },
      { ...body, names: [{ kind: 'task', id: 'a\0b', digest: step.digest }] },
      { ...body, steps: Array.from({ length: 2_001 }, () => step) },
      { ...body, contents: 'x' },
      {},
    ]) {
      expect((await visitor.post('sign-off/check/', bad)).status).toBe(400);
    }
    for (let time = 0; time < 60; time += 1) ok(await visitor.post('sign-off/check/', body));
    const refused = await visitor.post('sign-off/check/', body);
    expect(refused.status).toBe(429);
    expect(refused.body.code).toBe('rate_limited');
  });
});

interface Signed {
  readonly team: Team;
  readonly report: ReportFile;
  readonly carol: string;
  readonly photo: string;
}

/** A task that was done with everything, sent back, done again and accepted, and its report with the photo. */
async function signedOff(open: Parameters<typeof startTeam>[0]): Promise<Signed> {
  const team = await startTeam(open);
  const { founder } = team;
  const [ben, carol] = [await hire(team, 'ben@field.test'), await hire(team, 'carol@field.test')];
  for (const person of [ben, carol]) await join(team, person);
  const task = freshId();
  ok(
    await founder.post('task/create/', {
      ...taskBody(team, founder, { id: task }),
      name: 'Oil the gate',
      assigned_to: `${team.project}.${ben.orgUserId}`,
    }),
  );
  const path = `task/update-destroy/${task}/`;
  const bytes = await sharp({
    create: { width: 40, height: 30, channels: 3, background: '#146a94' },
  })
    .png()
    .toBuffer();
  const photo = await stored(team, ben, { name: 'gate.png', bytes });
  const next = () => {
    team.setup.clock.time += 60_000;
  };
  const answer = { remark: 'It swings freely.', photos: [photo], signed_as: 'Ben Moor' };
  const at = '2026-03-01T10:00:00Z';
  ok(
    await ben.patch(path, {
      is_completed_employee: true,
      is_completed_emp_at: at,
      is_completed_emp_answer: answer,
    }),
  );
  next();
  ok(await founder.patch(`task/send-back/${task}/`, { reason: 'It still sticks.' }));
  next();
  ok(await ben.patch(path, { is_completed_employee: true, is_completed_emp_answer: {} }));
  next();
  ok(await founder.patch(path, { is_completed: true }));
  const report = await reportOf(team.app, { orgId: String(founder.orgId), project: team.project });
  const served = await fetchFile(team, photo, bearer(ben));
  return {
    team,
    carol: String(carol.orgUserId),
    photo,
    report: {
      ...report,
      pictures: [{ file: photo, media_type: 'image/png', bytes: served.bytes.toString('base64') }],
    },
  };
}

async function check({ team }: Pick<Signed, 'team'>, report: ReportFile) {
  const visitor = restClient(team.app);
  const result: ReportResult = await checkReport(report, {
    digest: sha256,
    send: async (body) =>
      parseAt(reportVerdictsSchema, ok(await visitor.post('sign-off/check/', body)).body.data),
  });
  return {
    result,
    conclusion: conclusionOf(report, result),
    findings: findingsOf(report, result),
  };
}
