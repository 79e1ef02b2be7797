import { describe, expect, it } from 'vitest';
import { changesInFlight } from '../../../../src/data/changes-in-flight.ts';
import { undoPresses } from '../../../../src/ui/overlays/undo-presses.ts';

/** Screen whose changes are saved when the test releases them; an undo is a change as well. */
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
    /** Registers an undo when the change is saved, unless it was refused or has none. */
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
  it('reverts the newest change at once when nothing is being saved, and reports when there is none', async () => {
    const { press, undone, saveAll } = screen();
    expect(press()).toBe(true);
    expect(undone).toEqual(['older']);
    await saveAll();
    expect(press()).toBe(false);
  });

  it('waits for the change that is being saved, and reverts that one', async () => {
    const { press, undone, change, saveAll } = screen();
    void change('move');
    expect(press()).toBe(true);
    expect(undone).toEqual([]);
    await saveAll();
    expect(undone).toEqual(['move']);
  });

  it('reverts no older change when the one being saved is refused or has no undo', async () => {
    const { press, undone, change, saveAll } = screen();
    void change();
    press();
    await saveAll();
    expect(undone).toEqual([]);
    press();
    expect(undone).toEqual(['older']);
  });

  it('counts once for repeated presses while it waits', async () => {
    const { press, undone, change, saveAll } = screen();
    void change('move');
    for (let times = 0; times < 5; times += 1) press();
    await saveAll();
    expect(undone).toEqual(['move']);
  });

  it('after another one whose undo is being saved, reverts the change before', async () => {
    const { press, undone, change, saveAll } = screen();
    void change('move');
    await saveAll();
    press();
    press();
    await saveAll();
    expect(undone).toEqual(['move', 'older']);
  });
});
