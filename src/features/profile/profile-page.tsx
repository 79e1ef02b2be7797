import { useState } from 'react';
import { useAccount } from '../../data/client.tsx';
import { useOrganization } from '../../data/organization.ts';
import { useMe } from '../../data/people.ts';
import { i18n } from '../../i18n/i18n.ts';
import { LoadingRows } from '../../ui/layout/loading-rows.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { AboutSection } from './about-section.tsx';
import { AddressSection } from './address-section.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { CalendarsSection } from './calendars-section.tsx';
import { DeviceSection } from './device-section.tsx';
import { MailsSection } from './mails-section.tsx';
import { NotificationsSection } from './notifications-section.tsx';
import { OwnDataSection } from './own-data-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { PersonSection } from './person-section.tsx';
import { ReceiptsSection } from './receipts-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { TwoStepSection } from './two-step/two-step-section.tsx';
import { TokensSection } from './tokens-section.tsx';

/** Profile: person, address, password, two-step sign-in, sessions, calendars, tokens, notifications, mails, receipts, appearance. */
export function ProfilePage() {
  const me = useMe();
  const account = useAccount();
  const organization = useOrganization();
  // A new password ends what these sections list: they read it again.
  const [passwords, setPasswords] = useState(0);
  const name = organization?.name ?? account?.record.orgName ?? '';
  return (
    <Page title={i18n.t('Profile')} hint={me?.email ?? account?.record.email} width="reading">
      {me === undefined || me === null ? (
        <LoadingRows />
      ) : (
        <>
          <PersonSection key={me.id} me={me} organization={name} />
          <AddressSection />
          <PasswordSection email={me.email} onChanged={() => setPasswords(passwords + 1)} />
          <TwoStepSection email={me.email} />
          <SessionsSection key={`sessions-${passwords}`} />
          <CalendarsSection key={`calendars-${passwords}`} />
          <TokensSection key={`tokens-${passwords}`} email={me.email} />
          <NotificationsSection />
          <MailsSection />
          <ReceiptsSection me={me} />
          <AppearanceSection />
          <OwnDataSection email={me.email} organization={name} />
          <DeviceSection />
          <AboutSection />
        </>
      )}
    </Page>
  );
}
