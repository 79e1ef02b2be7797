import { messages } from '../../../model/entities/message.ts';
import { isFull } from '../../../sync/store/not-saved.ts';
import { chooseItemText, discardItem, retryItem } from '../../../sync/store/outbox-actions.ts';
import { act } from '../actions.ts';
import type { Device } from '../device-types.ts';
import type { RejectedChoice, SimulationEvent } from '../event.ts';
import type { SeededRandom } from '../random.ts';
import type { Setup } from '../setup.ts';
import { isAway, isBlank, tabOf } from './sessions.ts';

export function actOn(
  setup: Setup,
  device: Device,
  event: Extract<SimulationEvent, { kind: 'act' }>,
  random: SeededRandom,
): void {
  if (isAway(device) || isBlank(device)) return;
  const tab = tabOf(device, random);
  const { ledger } = setup.monitor;
  const mine: number[] = [];
  const type = setup.typed(device);
  const refuse = (refused: boolean) => {
    for (const index of mine) {
      const typed = ledger.typed[index];
      if (typed !== undefined) typed.refused = refused;
    }
  };
  const doing = act(event.action, {
    cast: setup.castOf(device),
    device,
    tab,
    random,
    focus: setup.focus,
    links: (scope) => linksTo(setup, device, scope),
    word: setup.word,
    pickFile: (file) => {
      const picked = {
        ...file,
        device: device.name,
        generation: device.evictions(),
        accepted: false,
        removed: false,
      };
      ledger.picked.push(picked);
      return () => {
        picked.accepted = true;
      };
    },
    type: (typed) => {
      mine.push(ledger.typed.length);
      type(typed);
      // Nothing is promised to the person before the commit.
      refuse(true);
    },
  });
  void setup.monitor
    .whileActing(device, tab, () => doing)
    .then((refusal) => {
      refuse(refusal !== undefined);
      if (refusal !== undefined) setup.note(`  ${device.name} reads: ${refusal.message}`);
    });
}

function linksTo({ server }: Setup, { person }: Device, scope: string): readonly string[] {
  if (!server.isUp()) return [];
  const all = server.truth().rows(messages, person.orgId);
  return all.filter((row) => row.scope === scope).map(({ id }) => id);
}

/** The person decides on a rejected change. */
export function decide(
  setup: Setup,
  device: Device,
  choice: RejectedChoice,
  random: SeededRandom,
): void {
  if (isAway(device) || isBlank(device)) return;
  const view = device.view();
  const rejected = random.maybePick(view.rejected);
  if (rejected === undefined) return;
  const tab = tabOf(device, random);
  const id = String(rejected.seq);
  const { conflict } = rejected;
  const words = JSON.stringify(rejected.item.args);
  const group = view.rejected.filter(
    (one) =>
      one.seq === rejected.seq || (rejected.seq === rejected.group && one.group === rejected.group),
  );
  const discard = (...texts: readonly string[]) => {
    for (const typed of setup.monitor.ledger.typed) {
      if (texts.some((text) => text.includes(typed.token))) typed.discarded = true;
    }
  };
  const work = async () => {
    const context = await tab.context();
    if (conflict === undefined) {
      if (choice !== 'discard') return retryItem(context, id);
      discard(...group.map(({ item }) => JSON.stringify(item.args)));
      return discardItem(context, id);
    }
    if (choice === 'theirs' || choice === 'discard') {
      discard(words);
      return chooseItemText(context, id, 'theirs');
    }
    if (choice === 'mine') {
      discard(conflict.theirs);
      return chooseItemText(context, id, 'mine');
    }
    return chooseItemText(context, id, { merged: `${conflict.theirs}\n${conflict.mine}` });
  };
  void setup.monitor.whileActing(device, tab, work).then(
    () => tab.engine.wake(),
    (error: unknown) => {
      if (!isFull(error)) throw error;
      setup.note(`  ${device.name} has no room for the decision`);
    },
  );
}
