import { expect, it } from 'vitest';
import { isCommonPassword } from '../../../model/shared/common-passwords.ts';

it('detects the most common passwords, in any case and with surrounding blanks', () => {
  const common = [
    'password',
    '12345678',
    'PassWord1',
    ' password123 ',
    'aaaaaaaaaaaaaa',
    'ｐａｓｓｗｏｒｄ',
  ];
  for (const password of common) expect.soft(isCommonPassword(password), password).toBe(true);
});

it('requires no digits, signs or capitals: a few words are enough', () => {
  const fine = ['correct horse battery', 'my own password', 'wetterfahne', 'ångström über alles'];
  for (const password of fine) expect.soft(isCommonPassword(password), password).toBe(false);
});
