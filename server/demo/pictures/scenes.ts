import { firewood, hutInSnow, hutInSummer, plan } from './hut-scenes.ts';
import { cairnInMist, camp, loch, signpost, snowRidge, workParty } from './outdoor-scenes.ts';
import { bridge, fence, ford, steps, zigzags } from './path-scenes.ts';
import type { Scene } from './palette.ts';

/** The pictures by their names. */
export const SCENES = {
  plan,
  zigzags,
  steps,
  bridge,
  ford,
  'cairn-in-mist': cairnInMist,
  signpost,
  fence,
  loch,
  'snow-ridge': snowRidge,
  'work-party': workParty,
  'hut-in-snow': hutInSnow,
  'hut-in-summer': hutInSummer,
  firewood,
  camp,
} as const satisfies Readonly<Record<string, Scene>>;
