import { PassThrough, type Readable } from 'node:stream';
import { afterEach, expect, it } from 'vitest';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { PASSWORD, type RestClient, restClient } from '../../support/rest-client.ts';
import { startTestApp } from '../../support/test-app.ts';
import { foundTeam, hire, ok } from '../support/team.ts';

const REQUEST = { own: 'api/own-data/request/', archive: 'organization-archive/request/' } as const;

forEachDatabase('exports at the same time', (open) => {
  const done: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const step of done.splice(0)) await step();
  });

  /** A server whose exports run until the test ends them. */
  async function team() {
    const running: PassThrough[] = [];
    const begin = (): Readable => {
      const stream = new PassThrough();
      running.push(stream);
      return stream;
    };
    const setup = await startTestApp(await open(), { openArchive: begin, openOwnData: begin });
    const started = { setup, ...(await foundTeam(setup.app, 'ada@field.test', 'Field Work')) };
    done.push(async () => {
      for (const stream of running) stream.end();
      await setup.close();
    });
    const requested = async (person: RestClient, kind: keyof typeof REQUEST = 'own') => {
      const { path } = ok(await person.post(REQUEST[kind], { password: PASSWORD })).body.data;
      return String(path).replace('/rest/', '');
    };
    const download = (path: string) => restClient(started.app).get(path);
    const begun = async (path: string) => {
      const before = running.length;
      const reply = download(path);
      await expect.poll(() => running.length).toBe(before + 1);
      const stream = running.at(-1);
      return { reply, end: () => stream?.end('all of it') };
    };
    return { ...started, running, requested, download, begun };
  }

  it('a person has one of their own, the second keeps its address and works when the first has ended', async () => {
    const { founder, requested, download, begun, running } = await team();
    const [one, two] = [await requested(founder), await requested(founder)];
    const first = await begun(one);
    const refused = await download(two);
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(refused.body.message).toBe(
      'Other downloads are still being made. Try again in a minute.',
    );
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    // Asked for before anything is requested, so that the form shows it.
    const again = await founder.post(REQUEST.archive, { password: PASSWORD });
    expect(again).toMatchObject({ status: 429, body: { message: refused.body.message } });
    first.end();
    expect(await first.reply).toMatchObject({ status: 200, text: 'all of it' });
    const second = await begun(two);
    second.end();
    expect(await second.reply).toMatchObject({ status: 200 });
    expect(running).toHaveLength(2);
  });

  it('all people together have a few', async () => {
    const started = await team();
    const { founder, requested, download, begun } = started;
    const people = [founder];
    for (const name of ['bob', 'cid', 'dan', 'eve']) {
      people.push(await hire(started, `${name}@field.test`));
    }
    const paths: string[] = [];
    for (const person of people) paths.push(await requested(person));
    const [last = '', ...others] = paths.toReversed();
    const begunOnes = [];
    for (const path of others) begunOnes.push(await begun(path));
    expect((await download(last)).status).toBe(429);
    begunOnes[0]?.end();
    await begunOnes[0]?.reply;
    const late = await begun(last);
    late.end();
    expect((await late.reply).status).toBe(200);
  });

  it('a person requests ten, and the next request is refused with the time to wait', async () => {
    const { founder, requested, setup } = await team();
    for (let n = 0; n < 10; n += 1) await requested(founder, n % 2 === 0 ? 'own' : 'archive');
    const refused = await founder.post(REQUEST.own, { password: PASSWORD });
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    const wait = Number(refused.headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    setup.clock.time += wait * 1_000;
    await requested(founder);
  });
});
