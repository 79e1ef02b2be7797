import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { sweepMail } from '../../../server/mail/queue.ts';
import { createFolderSender, createSmtpSender } from '../../../server/mail/sender.ts';
import { readMailQueue } from '../../../server/ops/queues.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { foundAndSignIn, type RestClient, restClient } from '../../support/rest-client.ts';
import { type SmtpInbox, startSmtpInbox } from '../../support/smtp-inbox.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const DAY_MS = 24 * 60 * 60_000;
const FROM = 'Cairn <cairn@paths.example>';

async function invite(admin: RestClient, email: string): Promise<void> {
  const roles = await admin.get('user-role/list/');
  const role = roles.body.data[3];
  const reply = await admin.post('api/org-user/create/', {
    user: { display_name: 'Bén Hill', phone_number: '+44 20 7946 0001', email },
    user_role: role.id,
    role_category: role.role_category.id,
  });
  if (reply.status !== 200) throw new Error(reply.text);
}

forEachDatabase('mail', (open) => {
  const done: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (const step of done.splice(0).toReversed()) await step();
  });
  const withSmtp = async (): Promise<TestApp & { readonly inbox: SmtpInbox }> => {
    const inbox = await startSmtpInbox();
    done.push(() => inbox.close());
    const mail = createSmtpSender({ url: inbox.url, from: FROM });
    const setup = await startTestApp(await open(), { mail });
    done.push(() => setup.close());
    return { ...setup, inbox };
  };
  const queued = async ({ app }: TestApp) =>
    app.services.database.db
      .selectFrom('mail_queue')
      .selectAll()
      .where('recipient', '=', 'ben@example.org')
      .execute();
  /** Sign-up sends a mail to the founder, too; these tests are about the one to Ben. */
  const toBen = (inbox: SmtpInbox) =>
    inbox.mails.filter((mail) => mail.to.includes('ben@example.org'));

  it('delivers an invitation to a real SMTP server, and its link works', async () => {
    const setup = await withSmtp();
    const admin = await foundAndSignIn(setup.app, 'ada@example.org', 'Highland Paths');
    await invite(admin, 'ben@example.org');
    await setup.app.services.mailer.settle();
    expect(toBen(setup.inbox)).toHaveLength(1);
    const [mail] = toBen(setup.inbox);
    expect(mail).toMatchObject({ from: 'cairn@paths.example', to: ['ben@example.org'] });
    expect(mail?.source).toMatch(/^Subject: You have been added to an organisation on Cairn/m);
    expect(mail?.source).toMatch(/^Message-ID: <[0-9a-f-]{36}@paths\.example>/m);
    const body = (mail?.source ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=');
    const token = /http:\/\/cairn\.test\/organizationinvite\/([\w-]{43})/.exec(body)?.[1];
    const look = await restClient(setup.app).post('api/organization-invite/look/', { token });
    expect(look.body.data).toMatchObject({ display_name: 'Bén Hill', email: 'ben@example.org' });
    expect(await queued(setup)).toEqual([]);
  });

  it('keeps a mail that the mail server rejects for now, and sends it later with the same id', async () => {
    const setup = await withSmtp();
    const admin = await foundAndSignIn(setup.app, 'ada@example.org', 'Highland Paths');
    setup.inbox.refuseForNow = true;
    await invite(admin, 'ben@example.org');
    await setup.app.services.mailer.settle();
    const [waiting] = await queued(setup);
    expect(waiting).toMatchObject({ recipient: 'ben@example.org', attempts: 1 });
    expect(waiting?.next_at).toBe(setup.clock.time + 10_000);
    expect(waiting?.last_error).toContain('451');
    expect(waiting?.last_error).not.toContain('ben@');

    await setup.app.services.mailer.settle();
    expect((await queued(setup))[0]?.attempts).toBe(1);
    setup.clock.time += 10_000;
    await setup.app.services.mailer.settle();
    const [twice] = await queued(setup);
    expect(twice?.next_at).toBe(setup.clock.time + 20_000);

    setup.inbox.refuseForNow = false;
    setup.clock.time += 20_000;
    await setup.app.services.mailer.settle();
    expect(toBen(setup.inbox)).toHaveLength(1);
    expect(toBen(setup.inbox)[0]?.source).toContain(`<${waiting?.id}@paths.example>`);
    expect(await queued(setup)).toEqual([]);
  });

  it('is not counted once it was abandoned, and is deleted later', async () => {
    const setup = await withSmtp();
    const admin = await foundAndSignIn(setup.app, 'ada@example.org', 'Highland Paths');
    setup.inbox.refuseForNow = true;
    await invite(admin, 'ben@example.org');
    await setup.app.services.mailer.settle();
    const { database, writer } = setup.app.services;
    const waiting = async () => (await readMailQueue(database.db, setup.clock.time)).waiting;
    const sweep = () => writer.separate(async (tx) => sweepMail(await tx.db(), setup.clock.time));
    expect(await waiting()).toBeGreaterThan(0);
    setup.clock.time += 3 * DAY_MS;
    expect(await waiting()).toBe(0);
    await sweep();
    setup.clock.time += 14 * DAY_MS - 1;
    await sweep();
    expect(await queued(setup)).toHaveLength(1);
    setup.clock.time += 1;
    await sweep();
    expect(await queued(setup)).toEqual([]);
  });

  it('is not written for a person who could not be added', async () => {
    const setup = await withSmtp();
    const admin = await foundAndSignIn(setup.app, 'ada@example.org', 'Highland Paths');
    await invite(admin, 'ben@example.org');
    await expect(invite(admin, 'ben@example.org')).rejects.toThrow('in the organisation already');
    await setup.app.services.mailer.settle();
    expect(toBen(setup.inbox)).toHaveLength(1);
  });

  it('is sent when an earlier process has left it behind', async () => {
    const database = await open();
    const silent = {
      send: () => Promise.reject(new Error('The process dies here')),
      close: () => undefined,
    };
    const first = await startTestApp(database, { mail: silent });
    await invite(
      await foundAndSignIn(first.app, 'ada@example.org', 'Highland Paths'),
      'ben@example.org',
    );
    await first.app.services.mailer.settle();
    await first.close();
    const inbox = await startSmtpInbox();
    done.push(() => inbox.close());
    const second = await startTestApp(database, {
      mail: createSmtpSender({ url: inbox.url, from: FROM }),
    });
    done.push(() => second.close());
    second.clock.time += 60_000;
    await second.app.services.mailer.settle();
    expect(toBen(inbox).map((mail) => mail.to)).toEqual([['ben@example.org']]);
    expect(inbox.mails).toHaveLength(2);
  });

  it('becomes a file that only the owner can read, with its link printed, where there is no SMTP', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-mail-'));
    done.push(() => rmSync(folder, { recursive: true, force: true }));
    const directory = join(folder, 'mail');
    const lines: string[] = [];
    const mail = createFolderSender({ directory, from: FROM, print: (line) => lines.push(line) });
    const setup = await startTestApp(await open(), { mail });
    done.push(() => setup.close());
    const admin = await foundAndSignIn(setup.app, 'ada@example.org', 'Highland Paths');
    await invite(admin, 'ben@example.org');
    await setup.app.services.mailer.settle();
    const files = readdirSync(directory).map((name) => join(directory, name));
    expect(files).toHaveLength(2);
    const path = files.find((file) => readFileSync(file, 'utf8').includes('To: ben@')) ?? '';
    expect(path).toMatch(/20260302T090000Z-[0-9a-f-]{36}\.eml$/);
    expect(statSync(path).mode & 0o077).toBe(0);
    const source = readFileSync(path, 'utf8');
    expect(source).toMatch(/^To: ben@example\.org\r$/m);
    expect(lines).toHaveLength(2);
    expect(lines.find((line) => line.includes('ben@'))).toMatch(
      /^Mail for ben@example\.org: http:\/\/cairn\.test\/organizationinvite\/[\w-]{43}$/,
    );
  });
});
