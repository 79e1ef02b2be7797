import { expect, it } from 'vitest';
import { message } from '../../../model/shared/message.ts';
import { composeMail } from '../../../server/mail/mail.ts';
import { readCatalogue } from '../../../server/shared/texts/translate.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import {
  foundAndSignIn,
  type RestClient,
  restClient,
  signUpForm,
} from '../../support/rest-client.ts';
import { startTestApp } from '../../support/test-app.ts';
import { hire, startTeam } from '../support/team.ts';

const GERMAN = { headers: { 'accept-language': 'fr-CH, de-AT;q=0.9, en;q=0.8' } };

async function renew(client: RestClient, options = {}): Promise<void> {
  const reply = await client.post('api/session/token/', {}, options);
  expect(reply.status).toBe(200);
}

forEachDatabase('the language of a mail', (open) => {
  it('is that of the browser that signs up, and that of the app as soon as it names one', async () => {
    const setup = await startTestApp(await open());
    const client = restClient(setup.app);
    const email = 'ada@field.test';
    const form = signUpForm(email, 'Field Work');
    expect((await client.post('api/user-organization-create/', form, GERMAN)).status).toBe(200);
    expect(await setup.mailTo(email)).toMatchObject({
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse bei Cairn',
      text: expect.stringMatching(/^Guten Tag,\n\nbestätigen Sie, dass/),
    });

    client.cookies.set('cairn-language', 'en');
    const reply = await client.post('api/user-login/', { email, password: form.password }, GERMAN);
    expect(reply.status).toBe(200);
    await client.post('api/password-reset/request/', { email });
    expect(await setup.mailTo(email)).toMatchObject({
      subject: 'Choose a new password on Cairn',
      text: expect.stringContaining('Hello Ada Field,'),
    });
    await setup.close();
  });

  it('follows the choice of the person at the next renewal, whoever causes the mail', async () => {
    const setup = await startTestApp(await open());
    const client = await foundAndSignIn(setup.app, 'ada@field.test', 'Field Work');
    client.cookies.set('cairn-language', 'de');
    await renew(client);
    const somebody = restClient(setup.app);
    somebody.cookies.set('cairn-language', 'en');
    await somebody.post('api/password-reset/request/', { email: 'ada@field.test' });
    const mail = await setup.mailTo('ada@field.test');
    expect(mail).toMatchObject({
      subject: 'Wählen Sie ein neues Passwort für Cairn',
      text: expect.stringContaining('Guten Tag Ada Field,'),
    });
    expect(mail?.text).toContain(`\n\n${mail?.link}\n\n`);
    await setup.close();
  });

  it('is that of the inviter for a new address, and that of the account for a known one', async () => {
    const team = await startTeam(open);
    const english = await hire(team, 'ben@field.test');
    english.cookies.set('cairn-language', 'en');
    await renew(english);
    team.founder.cookies.set('cairn-language', 'de');
    await renew(team.founder);

    const roles = await team.founder.get('user-role/list/');
    const role = roles.body.data[3].id;
    const invited = await team.founder.post('api/org-user-invite/', {
      email: 'new@field.test',
      role,
    });
    expect(invited.status).toBe(201);
    expect(await team.setup.mailTo('new@field.test')).toMatchObject({
      subject: 'Sie sind zu einer Organisation bei Cairn eingeladen',
      text: expect.stringContaining('Ada Field hat Sie bei Cairn zu Field Work eingeladen, als'),
    });

    const other = await foundAndSignIn(team.app, 'zoe@other.test', 'Other');
    other.cookies.set('cairn-language', 'de');
    await renew(other);
    const [, , , member] = (await other.get('user-role/list/')).body.data;
    const added = await other.post('api/org-user/create/', {
      user: { display_name: 'Ben', phone_number: '+44 20 7946 0001', email: 'ben@field.test' },
      user_role: member.id,
      role_category: member.role_category.id,
    });
    expect(added.status).toBe(200);
    expect((await team.setup.mailTo('ben@field.test'))?.subject).toBe(
      'You have been added to an organisation on Cairn',
    );
    await team.setup.close();
  });
});

it('a mail has lines of at most 96 characters, and a name with a line break stays on its line', () => {
  const text = message('{name} {words}', {
    name: 'Ada',
    words: 'rope and hook '.repeat(30).trim(),
  });
  const mail = composeMail(
    { to: 'a@b.test', name: 'Ada\nBcc: x', subject: text, above: [text], link: 'https://x.test/' },
    'de',
  );
  const lines = mail.text.split('\n');
  expect(lines[0]).toBe('Guten Tag Ada Bcc: x,');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(96);
  expect(lines.slice(2, -3).join(' ')).toMatch(/^Ada (rope and hook ?){30}$/);
  expect(lines.slice(-2)).toEqual(['https://x.test/', '']);
});

it('a catalogue is read with texts of several lines, escapes and Windows line ends', () => {
  const po = String.raw`msgid ""
msgstr "Language: de\n"

#, fuzzy
msgid "One \"two\" {n}"
msgstr ""
"Eins „zwei“ "
"{n}\\"

msgid "Nothing"
msgstr ""
`;
  for (const text of [po, po.replaceAll('\n', '\r\n')]) {
    expect([...readCatalogue(text)]).toEqual([['One "two" {n}', 'Eins „zwei“ {n}\\']]);
  }
});
