import { describe, expect, it } from 'vitest';
import { restsOnNames } from '../../../model/shared/password-names.ts';

const ADA = { names: ['Ada Field', 'Highland Paths'], email: 'ada.field@ridge-works.example' };

describe('a password that rests on names', () => {
  it.each([
    'Cairn2026!',
    'CAIRNcairn',
    'adafield2026',
    'Ada Field 1',
    'ada.field@ridge-works.example',
    'HighlandPaths99',
    'highland-paths',
    'ridgeworks1',
    'Ada@Highland1',
    'ＡｄａＦｉｅｌｄ１２３',
  ])('%s is one', (password) => {
    expect(restsOnNames(password, ADA)).toBe(true);
  });

  it.each([
    'correct horse battery',
    // Long enough without the words.
    'the cairn above the old mill',
    'Ada likes long walks',
    // Of somebody else.
    'bensmith2026',
  ])('%s is none', (password) => {
    expect(restsOnNames(password, ADA)).toBe(false);
  });

  it('short parts of names do not count, nor do empty ones', () => {
    const context = { names: ['Al Bo', ''], email: '' };
    expect(restsOnNames('always bold', context)).toBe(false);
    expect(restsOnNames('Al Bo Al Bo', context)).toBe(true);
  });
});
