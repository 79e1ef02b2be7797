import { describe, expect, it } from 'vitest';
import { saveTick } from '../../../src/data/text-ticks.ts';

describe('a tick in a checklist', () => {
  const shown = '- [ ] rope\n- [ ] pegs';
  const ticked = '- [x] rope\n- [ ] pegs';

  async function tickIn(current: string | undefined) {
    const written: string[][] = [];
    await saveTick(
      {
        read: () => Promise.resolve(current),
        write: (...edit) => Promise.resolve(written.push(edit)),
      },
      ticked,
      shown,
    );
    return written;
  }

  it('is an edit of the text on the device', async () => {
    expect(await tickIn(shown)).toEqual([[ticked, shown]]);
  });

  it('is made in the newest text when that changed after it was shown', async () => {
    const newest = '# Packing\n- [ ] rope\n- [x] pegs';
    expect(await tickIn(newest)).toEqual([['# Packing\n- [x] rope\n- [x] pegs', newest]]);
  });

  it('writes nothing when the item is ticked already, was rewritten with others, or is gone', async () => {
    expect(await tickIn(ticked)).toEqual([]);
    expect(await tickIn('- [ ] pegs')).toEqual([]);
    expect(await tickIn(undefined)).toEqual([]);
  });
});
