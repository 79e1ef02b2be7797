import { describe, expect, it } from 'vitest';
import type { Actor } from '../../../model/permissions/actor.ts';
import {
  mayChangeGroup,
  mayChangeMessage,
  mayRead,
  mayWrite,
} from '../../../model/permissions/chat.ts';

const actor = (orgUserId: string, level: string): Actor => ({
  orgId: '1',
  orgUserId,
  userId: `u${orgUserId}`,
  level,
  specialRole: false,
  get_access: true,
  post_access: true,
  patch_access: true,
  delete_access: true,
});
const ada = actor('1', 'Level 1');
const ben = actor('2', 'Field');
const inside = { isParticipant: true, hasReader: true };
const outside = { isParticipant: false, hasReader: true };
const alone = { isParticipant: true, hasReader: false };

/** The result of a rule: undefined if allowed, else the code of the refusal. */
const codeOf = (refusal: { readonly code: string } | undefined) => refusal?.code ?? 'yes';

describe('conversations', () => {
  it.each([
    ['a participant reads', mayRead(inside), 'yes'],
    ['nobody else does', mayRead(outside), 'not_found'],
    ['a participant writes', mayWrite(inside), 'yes'],
    ['not to somebody who has left', mayWrite(alone), 'forbidden'],
    ['but still reads what was said', mayRead(alone), 'yes'],
    ['nobody writes into a conversation of others', mayWrite(outside), 'not_found'],
    ['the author changes a message', mayChangeMessage(ben, { author: '2' }, inside), 'yes'],
    ['no level changes another’s', mayChangeMessage(ada, { author: '2' }, inside), 'forbidden'],
    ['nor one’s own after leaving', mayChangeMessage(ben, { author: '2' }, outside), 'not_found'],
  ])('%s', (_title, refusal, expected) => {
    expect(codeOf(refusal)).toBe(expected);
  });
});

describe('channels', () => {
  const ofBen = { created_by: '2' };
  const ofCyd = { created_by: '3' };
  const member = { isMember: true, removesOthers: false };
  const remover = { isMember: true, removesOthers: true };
  const stranger = { isMember: false, removesOthers: false };
  it.each([
    ['a member adds and renames', mayChangeGroup(ben, ofCyd, member), 'yes'],
    ['nobody else, whatever their level', mayChangeGroup(ada, ofCyd, stranger), 'not_found'],
    ['who made it removes others', mayChangeGroup(ben, ofBen, remover), 'yes'],
    ['another member does not', mayChangeGroup(ben, ofCyd, remover), 'forbidden'],
    ['an administrative member does', mayChangeGroup(ada, ofCyd, remover), 'yes'],
    [
      'not from outside',
      mayChangeGroup(ada, ofBen, { isMember: false, removesOthers: true }),
      'not_found',
    ],
  ])('%s', (_title, refusal, expected) => {
    expect(codeOf(refusal)).toBe(expected);
  });
});
