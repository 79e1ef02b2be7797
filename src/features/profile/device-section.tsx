import { Anchor, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { i18n } from '../../i18n/i18n.ts';
import { Section } from './section.tsx';

/** Links to what this device has without a network, and to the form that saves a snapshot (decision 0080). */
export function DeviceSection() {
  return (
    <Section
      title={i18n.t('This device')}
      hint={i18n.t('What you can open here without a network, and a file with all of it.')}
    >
      <Group gap="md">
        <Anchor component={Link} to="/ready-for-offline">
          {i18n.t('Ready for offline')}
        </Anchor>
        <Anchor component={Link} to="/ready-for-offline" hash="save-snapshot">
          {i18n.t('Save a snapshot')}
        </Anchor>
      </Group>
    </Section>
  );
}
