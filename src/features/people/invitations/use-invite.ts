import { invitationCreate } from '../../../../model/mutations/invitation/invitation-create.ts';
import { refuse, type Refusal } from '../../../../model/shared/errors.ts';
import { type InviteOutcome, useInviteOutcome } from '../../../data/administration.ts';
import { useAccount, useTryMutate } from '../../../data/client.tsx';
import { usePeople } from '../../../data/people.ts';
import { i18n, type Message, message, translated } from '../../../i18n/i18n.ts';
import { usedAddress } from '../members/used-address.ts';

/** Texts of the specification (sessions spec, 8). */
export const FAILURES = {
  refused: message('Failed to send mail.'),
  broken: message('Error during invite.'),
} as const;

/** State of the mail of one invitation as text. */
const TEXTS: Readonly<Record<Exclude<InviteOutcome, 'refused'>, Message>> = {
  sent: message('Mail sent successfully!'),
  delayed: message('The mail server is down: the mail is queued and will be sent.'),
  queued: message('Invitation saved: the mail is queued and will be sent.'),
  waiting: message('Saved on this device. The mail goes out when you are online.'),
};

export interface Invited {
  /** Text of the success, or the refusal. */
  readonly result: string | Refusal;
  /** Addresses that were not invited. */
  readonly left: readonly string[];
}

type Outcome = InviteOutcome | Refusal;

/** Invites addresses with one role, each by an invitation of its own. */
export function useInvite(): (addresses: readonly string[], role: string) => Promise<Invited> {
  const account = useAccount();
  const mutate = useTryMutate();
  const outcomeOf = useInviteOutcome();
  const people = usePeople();
  const invite = async (email: string, role: string): Promise<() => Promise<Outcome>> => {
    const taken = usedAddress(people ?? [], email);
    if (taken !== undefined) {
      const refusal = refuse(taken.code, `${i18n.t(FAILURES.refused)} ${taken.message}`);
      return () => Promise.resolve(refusal);
    }
    const id = account?.newId() ?? '';
    const refusal = await mutate(invitationCreate, { id, email, role });
    if (refusal !== undefined) return () => Promise.resolve(refusal);
    return async () => {
      const { outcome, reason } = await outcomeOf(id);
      return outcome === 'refused'
        ? refuse('invalid', reason ?? i18n.t(FAILURES.refused))
        : outcome;
    };
  };
  return async (addresses, role) => {
    const waiting = [];
    // One after the other: the outbox keeps their order.
    for (const email of addresses) waiting.push(await invite(email, role));
    const outcomes = await Promise.all(waiting.map((outcome) => outcome()));
    const left = addresses.filter((_, index) => typeof outcomes[index] === 'object');
    return { result: resultOf(addresses, outcomes), left };
  };
}

function resultOf(addresses: readonly string[], outcomes: readonly Outcome[]): string | Refusal {
  const [first] = outcomes;
  if (first === undefined) return refuse('invalid', i18n.t(FAILURES.refused));
  if (outcomes.length === 1)
    return typeof first === 'object' || first === 'refused'
      ? asRefusal(first)
      : i18n.t(TEXTS[first]);
  const refused = outcomes.flatMap((outcome, index) =>
    typeof outcome === 'object'
      ? [`${addresses[index] ?? ''}: ${translated(outcome.message)}`]
      : [],
  );
  const invited = outcomes.length - refused.length;
  const sent = outcomes.filter((outcome) => outcome === 'sent').length;
  const text = savedMessage(invited, sent);
  if (refused.length === 0) return text;
  const rest = i18n.t('Not invited: {reasons}', { reasons: refused.join('; ') });
  return refuse('invalid', invited === 0 ? rest : `${text} ${rest}`);
}

function asRefusal(outcome: Refusal | 'refused'): Refusal {
  return outcome === 'refused' ? refuse('invalid', i18n.t(FAILURES.refused)) : outcome;
}

function savedMessage(count: number, sent: number): string {
  return sent === count
    ? i18n.t('{count, plural, one {# invitation} other {# invitations}} saved, all mails sent.', {
        count,
      })
    : i18n.t(
        '{count, plural, one {# invitation} other {# invitations}} saved, {sent} mails sent, the others follow.',
        { count, sent },
      );
}
