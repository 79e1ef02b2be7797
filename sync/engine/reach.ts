import {
  authed,
  type EngineContext,
  failed,
  isRejectedWith,
  readStream,
  type Step,
} from './context.ts';
import { enterEpoch } from './epoch.ts';

/** Sends a small request. Undefined when the server responds; otherwise the step that ends the pass. */
export async function reach(context: EngineContext, stream: string): Promise<Step | undefined> {
  const { cursor, cursorAt, epoch } = await readStream(context, stream);
  const query = { stream, since: cursor, sinceAt: cursorAt, epoch: epoch ?? '', limit: 1 };
  const reply = await authed(context, () => context.ports.transport.pull(query));
  if (reply.ok) return undefined;
  const { failure } = reply;
  if (isRejectedWith(failure, 'epoch')) return enterEpoch(context, stream);
  return isRejectedWith(failure, 'refill') ? undefined : failed(failure);
}
