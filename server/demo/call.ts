import type { Actor } from '../../model/permissions/actor.ts';
import { FormUpload } from '../http/form.ts';
import { withFormFiles } from '../http/form-files.ts';
import type { Services } from '../http/services.ts';
import { type AttachedFile, bytesOfFile, nameOfFile } from './attachments.ts';
import type { DemoEvent } from './timeline.ts';

/** A call of the API; throws when it is refused. */
export type Call = (actor: Actor, event: Omit<DemoEvent, 'at' | 'who'>) => Promise<void>;

/** Makes calls as a REST client does: JSON, or a form when there are files. */
export function createCall(services: Services): Call {
  // A photo is drawn once, however often it is attached.
  const drawn = new Map<string, Promise<Uint8Array>>();
  const upload = async (file: AttachedFile, { orgId, userId }: Actor) => {
    const source = 'photo' in file ? file.photo : file.document;
    const known = drawn.get(source) ?? bytesOfFile(file);
    drawn.set(source, known);
    const bytes = await known;
    const name = nameOfFile(file);
    const from = { name, orgId, userId };
    return new FormUpload(name, await services.files.receive(once(bytes), from));
  };
  return async (actor, { method, path, body, files = {} }) => {
    const form: Record<string, unknown> = { ...body };
    for (const [field, file] of Object.entries(files)) form[field] = await upload(file, actor);
    const { verdicts } = await withFormFiles({ services, body: form }, undefined, (named) =>
      services.apply({ actor, calls: [{ seq: 0, method, path, ...named }] }),
    );
    const verdict = verdicts[0];
    if (verdict?.status !== 200) throw new Error(`${method} ${path}: ${verdict?.message}`);
  };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
