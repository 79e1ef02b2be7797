import { createHash } from 'node:crypto';
import { newId } from '../../model/shared/ids.ts';
import type { CallsAnswer } from '../apply/apply-calls.ts';
import type { PreparedWrite } from '../apply/run-call.ts';
import { type FormFile, putFormFiles } from '../files/put-form-files.ts';
import { isSurelyUndone } from '../files/intake.ts';
import { FormUpload } from './form.ts';
import type { Services } from './services.ts';

interface FormContext {
  readonly services: Services;
  readonly body: Readonly<Record<string, unknown>>;
}

interface Named {
  /** The body with ids in place of the files. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly putFiles: ((write: PreparedWrite) => Promise<void>) | undefined;
}

/**
 * Runs a call whose form may contain files. Their bytes are in the storage already; their rows are created in the same
 * write as the row that refers to them. A rejected call and a repeated one leave no bytes behind; when the outcome of
 * the commit is unknown the sweep decides. `key` is the call's idempotency key: the same form sent again gives its
 * files the same ids.
 */
export async function withFormFiles(
  { services, body }: FormContext,
  key: string | undefined,
  run: (call: Named) => Promise<CallsAnswer>,
): Promise<CallsAnswer> {
  const uploads = Object.entries(body).flatMap(([field, value]) =>
    [value].flat().flatMap((one) => (one instanceof FormUpload ? [{ field, upload: one }] : [])),
  );
  if (uploads.length === 0) return run({ body, putFiles: undefined });
  const files: readonly FormFile[] = uploads.map(({ field, upload: { name, received } }) => ({
    id: key === undefined ? freshId(services) : repeatableId(`${key}:${field}:${received.digest}`),
    name,
    received,
    limit: services.files.limits.organizationBytes,
  }));
  const named = Object.fromEntries(uploads.map(({ field }, index) => [field, files[index]?.id]));
  const discard = async () => {
    for (const { received } of files) await services.files.discard(received);
  };
  try {
    const answer = await run({
      body: { ...body, ...named },
      putFiles: (write) => putFormFiles(write, files),
    });
    const [verdict] = answer.verdicts;
    const isNew = verdict?.status === 200 && verdict.replayed !== true && verdict.settled !== true;
    if (!isNew) await discard();
    return answer;
  } catch (error) {
    if (isSurelyUndone(error)) await discard();
    throw error;
  }
}

function freshId({ clock, random }: Services): string {
  return newId({
    now: clock.now,
    randomBytes: (target) => {
      target.set(random(target.length));
      return target;
    },
  });
}

/** An id in the usual form that is the same for the same text. */
function repeatableId(text: string): string {
  const bytes = createHash('sha256').update(text).digest();
  return newId({
    now: () => bytes.readUIntBE(16, 5),
    randomBytes: (target) => {
      target.set(bytes.subarray(0, target.length));
      return target;
    },
  });
}
