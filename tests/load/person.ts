import * as v from 'valibot';
import { SCHEMA_VERSION } from '../../model/protocol/version.ts';
import { pushAnswerSchema } from '../../model/protocol/messages.ts';
import { makeId } from '../bench/peer.ts';
import { signUpForm } from '../support/rest-client.ts';
import type { Call, Reply } from './http.ts';

/** Sign-ins of a prepared organisation (`prepare.ts`). */
export const accountsSchema = v.object({
  password: v.string(),
  project: v.string(),
  card: v.string(),
  flag: v.string(),
  people: v.array(v.string()),
});
export type Accounts = v.InferOutput<typeof accountsSchema>;

/** A signed-in person with a task whose name each write changes. */
export interface Person {
  readonly token: string;
  readonly orgId: string;
  readonly stream: string;
  readonly call: Call;
  /** Pushes one change, as a device does; true when the server has accepted it. */
  readonly rename: (name: string) => Promise<boolean>;
}

interface Board {
  readonly project: string;
  readonly card: string;
  readonly flag: string;
}

const signedInSchema = v.object({
  data: v.object({
    access_token: v.string(),
    organizations: v.tupleWithRest(
      [
        v.object({
          organization_id: v.number(),
          organization_user_id: v.number(),
        }),
      ],
      v.unknown(),
    ),
  }),
});
const pageSchema = v.object({ epoch: v.string() });
const flagsSchema = v.object({
  data: v.tupleWithRest([v.object({ id: v.union([v.string(), v.number()]) })], v.unknown()),
});

/** Signs a person of a prepared organisation in. */
export async function signInPrepared(
  call: Call,
  accounts: Accounts,
  email: string,
): Promise<Person> {
  return enter(call, { email, password: accounts.password }, accounts);
}

/** Founds an organisation of one person. Waits when the server limits sign-ups from one address. */
export async function foundOwn(call: Call): Promise<Person> {
  const email = `person-${makeId()}@load.example`;
  const form = signUpForm(email, `Load ${makeId()}`, 'Load Person');
  await admitted(() => call('POST', 'api/user-organization-create/', { body: form }));
  return enter(call, { email, password: form.password }, undefined);
}

async function enter(
  call: Call,
  credentials: { readonly email: string; readonly password: string },
  prepared: Board | undefined,
): Promise<Person> {
  const signedIn = await admitted(() => call('POST', 'api/user-login/', { body: credentials }));
  const { access_token: token, organizations } = parsed(signedInSchema, signedIn).data;
  const [{ organization_id, organization_user_id }] = organizations;
  const [orgId, orgUserId] = [String(organization_id), String(organization_user_id)];
  const stream = `org:${orgId}`;
  const tenant = `organization_accesskey_id=${orgId}`;
  const since = `sync/pull?stream=${encodeURIComponent(stream)}&since=0&limit=1&${tenant}`;
  const { epoch } = parsed(pageSchema, await call('GET', since, { token }));
  const clientId = makeId();
  let seq = 0;
  const push = async (method: 'POST' | 'PATCH', path: string, body: object): Promise<boolean> => {
    seq += 1;
    const batch = {
      client_id: clientId,
      stream,
      epoch,
      ack_through: seq - 1,
      schema: SCHEMA_VERSION,
      pending: 1,
      calls: [{ seq, method, path, body }],
    };
    const reply = await call('POST', `sync/push?${tenant}`, { token, body: batch });
    if (reply.status !== 200) return false;
    const { verdicts } = parsed(pushAnswerSchema, reply);
    return verdicts.length === 1 && verdicts[0]?.status === 200;
  };
  const found = async (): Promise<Board> => {
    const flags = parsed(flagsSchema, await call('GET', `flag/list/?${tenant}`, { token }));
    const [workspace, project, card] = [makeId(), makeId(), makeId()];
    const creator = orgUserId;
    await push('POST', 'workspace/create/', { id: workspace, name: 'Load', desc: '' });
    const fields = { workspace, name: 'Load', description: '', creator };
    await push('POST', 'project/create/', { id: project, ...fields });
    await push('POST', 'project-card/create/', { id: card, project, name: 'To do', rank: 'V' });
    return { project, card, flag: String(flags.data[0].id) };
  };
  const { project, card, flag } = prepared ?? (await found());
  const task = makeId();
  const made = await push('POST', 'task/create/', {
    id: task,
    name: 'Load',
    description: 'A description of the usual length, so that a change has the usual size. '.repeat(
      3,
    ),
    project_card: card,
    rank: 'V',
    flag,
    assigned_to: `${project}.${orgUserId}`,
    status: true,
  });
  if (!made) throw new Error(`The task of ${credentials.email} was not accepted`);
  return {
    token,
    orgId,
    stream,
    call,
    rename: (name) => push('PATCH', `task/update-destroy/${task}/`, { name }),
  };
}

/** Repeats a call that the server limits, after the time that it names. */
async function admitted(call: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    const reply = await call();
    if (reply.status !== 429) return reply;
    await new Promise((resolve) => setTimeout(resolve, 1_000 * Math.max(1, reply.retryAfter)));
  }
}

function parsed<T extends v.GenericSchema>(schema: T, { status, text }: Reply): v.InferOutput<T> {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  if (read.success) return read.output;
  throw new Error(`Unexpected response ${String(status)}: ${text.slice(0, 300)}`);
}
