import { defineConfig } from '@lingui/conf';
import { extractFromFileWithBabel } from '@lingui/cli/api';
import { formatter } from '@lingui/format-po';
import { readdirSync } from 'node:fs';

const FEATURES = readdirSync(new URL('src/features', import.meta.url));

/** Where the messages of a catalogue are; its texts in a language are `src/i18n/<language>/<name>.po`. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(FEATURES.map((name) => [name, [`src/features/${name}`]])),
  data: ['src/data'],
  model: ['model', 'sync'],
  routes: ['src/routes', 'src/app.tsx'],
  ui: ['src/ui'],
};

/** Sources of the mails and pushes, which the server writes in the language of their reader. */
const SENT = ['server/mail', 'server/invitations/invitation-mail.ts', 'server/push'];

const within = (path: string) => `<rootDir>/${path}`;

export default defineConfig({
  sourceLocale: 'en',
  locales: ['de'],
  orderBy: 'message',
  format: formatter({ origins: false, explicitIdAsDefault: true }),
  catalogs: [
    ...Object.entries(SOURCES).map(([name, include]) => ({
      path: `<rootDir>/src/i18n/{locale}/${name}`,
      include: include.map(within),
    })),
    // Texts of the server that the app shows.
    {
      path: '<rootDir>/src/i18n/{locale}/server',
      include: ['<rootDir>/server'],
      exclude: SENT.map(within),
    },
    { path: '<rootDir>/server/shared/texts/{locale}', include: SENT.map(within) },
  ],
  extractors: [
    {
      match: (file) => /\.tsx?$/.test(file),
      // `message('...')` of the model is marked as a message; `i18n.t('...')` is one by itself.
      extract: async (file, code, onMessage, context) =>
        await extractFromFileWithBabel(
          file,
          code
            .replaceAll(/\bmessage\(\s*(?=['"])/g, '$&/*i18n*/ ')
            // The extraction knows `Trans` by the package that it is imported from.
            .replaceAll(/'[^']*\/i18n\/rich\.tsx'/g, "'@lingui/react'"),
          onMessage,
          context,
          { plugins: ['typescript', 'jsx', 'explicitResourceManagement'] },
        ),
    },
  ],
});
