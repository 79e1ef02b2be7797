import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitUntil } from '../support/wait-until.ts';
import { addPeer, type Peer, startPeer } from './peer.ts';
import type { Board } from './seed.ts';

/** An organisation of this many people on a server of its own; the first is the founder. */
export async function foundTeam(
  url: string,
  dataDir: string,
  count: number,
): Promise<readonly Peer[]> {
  const founder = await startPeer(url, 'founder');
  await confirmAddress(founder, dataDir);
  const people = [founder];
  while (people.length < count) people.push(await hire(url, dataDir, founder, people.length));
  return people;
}

export async function hire(
  url: string,
  dataDir: string,
  founder: Peer,
  index: number,
): Promise<Peer> {
  return addPeer(url, founder, {
    name: `person${String(index)}`,
    role: 'Member',
    linkTo: (email) => linkIn(dataDir, email),
  });
}

/** Link of the newest mail to an address. */
async function linkIn(dataDir: string, email: string): Promise<string> {
  const links = () => readFileSync(join(dataDir, 'links.txt'), 'utf8').split('\n');
  const found = () => links().findLast((line) => line.startsWith(`${email} `));
  await waitUntil('the mail is sent', async () => found() !== undefined, { withinMs: 10_000 });
  return found()?.split(' ')[1] ?? '';
}

/** An unconfirmed account adds nobody, and has little space for files. */
export async function confirmAddress(founder: Peer, dataDir: string): Promise<void> {
  const link = await linkIn(dataDir, founder.email);
  const token = new URL(link).searchParams.get('token');
  const { status, text } = await founder.send('POST', 'api/email-address/confirm/', { token });
  if (status !== 200) throw new Error(text);
}

export async function addToBoard(founder: Peer, { project }: Board, people: readonly Peer[]) {
  for (const { orgUserId } of people) {
    const body = { project, organization_user: Number(orgUserId) };
    const { status, text } = await founder.send('POST', 'team-member/create/', body);
    if (status !== 200) throw new Error(text);
  }
}
