import { createCompiledCatalog, getCatalogForFile, getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { relative } from 'node:path';
import type { Plugin } from 'vite';

/** Compiles the catalogues in src/i18n: an imported `.po` file exports the compiled `messages` of its language. */
export function catalogues(): Plugin {
  return {
    name: 'cairn-catalogues',
    async load(id) {
      if (!id.endsWith('.po')) return undefined;
      const config = getConfig();
      const file = relative(config.rootDir ?? process.cwd(), id);
      const found = getCatalogForFile(file, await getCatalogs(config));
      if (found === null) throw new Error(`lingui.config.ts knows no catalogue ${file}`);
      const { messages } = await found.catalog.getTranslations(found.locale, {
        fallbackLocales: {},
        sourceLocale: 'en',
      });
      const { source, errors } = createCompiledCatalog(found.locale, messages, { namespace: 'es' });
      for (const { error } of errors) this.error(error);
      return { code: source, map: null };
    },
  };
}
