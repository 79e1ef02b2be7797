import { describe, expect, it } from 'vitest';
import { changesInFlight } from '../../../../src/data/changes-in-flight.ts';
import { undoPresses } from '../../../../src/ui/overlays/undo-presses.ts';

/** A screen whose changes are saved when the test says so; each taken back is a change too. */
function screen() {
  const changes = changesInFlight();
  const undone: string[] = [];
  const waiting: (() => void)[] = [];
  let done = ['older'];
  const save = () => new Promise<void>((resolve) => waiting.push(resolve));
  const press = undoPresses({
    done: () => done,
    undo: (entry) => {
      done = done.filter((other) => other !== entry);
      undone.push(entry);
      void changes.run(save);
    },
    settled: changes.settled,
  });
  return {
    undone,
    press,
    /** Offers a way back once it is saved, unless it was refused or has none. */
    change: async (entry?: string) => {
      await changes.run(save);
      if (entry !== undefined) done = [...done, entry];
    },
    saveAll: async () => {
      for (let left = 5; left > 0; left -= 1) {
        for (const saved of waiting.splice(0)) saved();
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    },
  };
}

describe('a press of Undo', () => {
  it('takes the newest back at once when nothing is being saved, and says when there is nothing', async () => {
    const { press, undone, saveAll } = screen();
    expect(press()).toBe(true);
    expect(undone).toEqual(['older']);
    await saveAll();
    expect(press()).toBe(false);
  });

  it('waits for what is being saved, and means that', async () => {
    const { press, undone, change, saveAll } = screen();
    void change('move');
    expect(press()).toBe(true);
    expect(undone).toEqual([]);
    await saveAll();
    expect(undone).toEqual(['move']);
  });

  it('takes nothing older back when what was being saved is refused or has no way back', async () => {
    const { press, undone, change, saveAll } = screen();
    void change();
    press();
    await saveAll();
    expect(undone).toEqual([]);
    press();
    expect(undone).toEqual(['older']);
  });

  it('counts once however often it is repeated while it waits', async () => {
    const { press, undone, change, saveAll } = screen();
    void change('move');
    for (let times = 0; times < 5; times += 1) press();
    await saveAll();
    expect(undone).toEqual(['move']);
  });

  it('after another one whose way back is being saved means the one before', async () => {
    const { press, undone, change, saveAll } = screen();
    void change('move');
    await saveAll();
    press();
    press();
    await saveAll();
    expect(undone).toEqual(['move', 'older']);
  });
});
