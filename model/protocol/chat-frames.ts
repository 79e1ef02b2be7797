import * as v from 'valibot';

/**
 * Frames of the server on `/ws/chat/` that our own app shows; messages themselves arrive by sync.
 */
const frameSchema = v.variant('type', [
  v.looseObject({ type: v.literal('typing'), organization_user: v.string() }),
  v.looseObject({ type: v.literal('heartbeat') }),
]);
type ChatLiveFrame = v.InferOutput<typeof frameSchema>;

/** Undefined for frames that are for other clients. */
export function readChatFrame(given: unknown): ChatLiveFrame | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), frameSchema), given);
  return parsed.success ? parsed.output : undefined;
}
