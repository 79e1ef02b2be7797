import { createCompiledCatalog, getCatalogForFile, getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { relative, resolve } from 'node:path';
import type { Plugin } from 'vite';

const PLURAL = /\{\w+, (plural|select|selectordinal),/;

/**
 * Compiles the catalogues in src/i18n: an imported `.po` file exports the compiled `messages` of its language. English
 * has no catalogue: its messages with plurals are compiled into the modules that show them.
 */
export function catalogues(): Plugin {
  return {
    name: 'cairn-catalogues',
    enforce: 'pre',
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
    async transform(code, id) {
      const [path = ''] = relative(process.cwd(), id).split('?');
      if (!/^src\/.*\.tsx?$/.test(path) || !PLURAL.test(code)) return undefined;
      const plurals = (await messagesOf(path, code)).filter((text) => PLURAL.test(text));
      const compiled = plurals.map((text) => [text, compileMessage(text)]);
      const table = JSON.stringify(resolve('src/i18n/plurals.ts'));
      return {
        code: `${code}
import { PLURALS as compiledPlurals } from ${table};
for (const [text, message] of ${JSON.stringify(compiled)}) compiledPlurals.set(text, message);
`,
        map: null,
      };
    },
  };
}

/** Ids of the messages in a module, each once. */
async function messagesOf(file: string, code: string): Promise<readonly string[]> {
  const ids = new Set<string>();
  const linguiConfig = getConfig();
  for (const { extract } of linguiConfig.extractors ?? []) {
    await extract(file, code, ({ id }) => ids.add(id), { linguiConfig });
  }
  return [...ids];
}
