import { Anchor, Group } from '@mantine/core';
import { i18n } from '../../i18n/i18n.ts';
import { Section } from './section.tsx';

/** Source of this version, which the licence offers to everybody who uses it (AGPL, section 13), and notices of others. */
export function AboutSection() {
  return (
    <Section title={i18n.t('About Cairn')}>
      <Group gap="md">
        <Anchor href="/source.txt" target="_blank" rel="noopener">
          {i18n.t('Source code')}
        </Anchor>
        <Anchor href="/notices.txt" target="_blank" rel="noopener">
          {i18n.t('Third-party notices')}
        </Anchor>
      </Group>
    </Section>
  );
}
