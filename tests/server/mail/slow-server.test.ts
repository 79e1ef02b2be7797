import { expect, it } from 'vitest';
import { enqueueComposed } from '../../../server/mail/queue.ts';
import type { Envelope } from '../../../server/mail/sender.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { startTestApp } from '../../support/test-app.ts';
import { freshId } from '../support/team.ts';

const MAILS = 12;
/** For which a slow mail server keeps each mail waiting. */
const SLOW_MS = 60_000;

forEachDatabase('mails of a slow mail server', (open, openAgain) => {
  it('are sent once, also while another process works off the queue', async () => {
    const database = await open();
    const sent: string[] = [];
    const other = await startTestApp(await openAgain(database), {
      mail: { send: async ({ id }) => void sent.push(id), close: () => undefined },
    });
    const slow = async ({ id }: Envelope) => {
      setup.clock.time += SLOW_MS;
      other.clock.time = setup.clock.time;
      // The other process may send what is due, and only that.
      if (sent.length === 4) await other.app.services.mailer.settle();
      sent.push(id);
    };
    const setup = await startTestApp(database, { mail: { send: slow, close: () => undefined } });
    await setup.app.services.writer.write([], async (tx) => {
      for (let n = 0; n < MAILS; n += 1) {
        const mail = { to: `p${String(n)}@field.test`, subject: 'Hello', text: '', link: null };
        await enqueueComposed(await tx.db(), mail, { id: freshId(), at: setup.clock.time });
      }
    });
    await setup.app.services.mailer.settle();
    await other.app.services.mailer.settle();
    expect(sent).toHaveLength(MAILS);
    expect(new Set(sent).size).toBe(MAILS);
    await other.close();
    await setup.close();
  });
});
