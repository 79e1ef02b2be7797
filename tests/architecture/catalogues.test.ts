import { globSync, readFileSync } from 'node:fs';
import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { type CompiledMessage, compileMessage } from '@lingui/message-utils/compileMessage';
import { beforeAll, describe, expect, it } from 'vitest';
import { compilePlaceholders } from '../../src/i18n/plurals.ts';

interface Entry {
  readonly catalogue: string;
  readonly id: string;
  readonly text: string;
}

/** The text of an error or of a response, and its mark for the extraction. */
const SERVER_TEXT =
  /(?:\brefuse\(\s*'\w+',|\bmessage:)\s*(\/\*i18n\*\/)?\s*(['`])((?:(?!\2).)+)\2/g;

/** Texts for API clients: the app makes no such request. */
const ABOUT_REQUESTS: ReadonlySet<string> = new Set([
  'OK',
  'This call came from another site',
  'The body has too many fields',
  'The body is not JSON',
  'The body is not an object of fields',
  'The body is nested too deeply',
  'The form could not be read',
  'This field stores no file',
  'Welcome to Cairn',
  'Idempotency-Key is not <client>:<number>',
  'A part is sent as application/octet-stream under its number',
  'Good morning',
  // For the identity provider, and for the operator who runs a command.
  'The logout token is not right',
  'There is no account ${userId}',
  'There is no organisation ${orgId}',
  'This is no part of the file',
  'This key has been used for another request',
  'This call stores no file',
  'This call belongs to another stream',
  '${fieldname} is empty',
  '${name} is not a version',
  '"${name}" is not of the kind it has to be',
  '"${stranger}" is not a field of this call',
]);

/** The familiar form of address, and an imperative at the start of a sentence or of its second part without “Sie”. */
const FAMILIAR =
  /\b(?:du|dich|dir|dein(?:e[mnrs]?)?)\b|(?:^|[.:!?;] |\boder |\bund )(?:drucke|frage|gib|klicke|lade|lege|lies|melde|nimm|öffne|prüfe|schreibe|sende|speichere|tippe|versuche|wähle|warte)\b/iu;

const PLURAL = /\{\w+, \w+,/;

describe('the German catalogues', () => {
  const entries: Entry[] = [];
  beforeAll(async () => {
    for (const catalogue of await getCatalogs(getConfig())) {
      const read = (await catalogue.read('de')) ?? {};
      for (const [id, { translation = '' }] of Object.entries(read)) {
        entries.push({ catalogue: catalogue.name ?? '', id, text: translation });
      }
    }
  });

  it('translate a message alike in every catalogue: they are loaded as one', () => {
    expect(entries.length).toBeGreaterThan(1_500);
    const texts = Map.groupBy(entries, ({ id }) => id);
    const different = [...texts].flatMap(([id, all]) => {
      const distinct = new Set(all.map(({ text }) => text));
      return distinct.size > 1 ? [`${id}: ${[...distinct].join(' / ')}`] : [];
    });
    expect(different).toEqual([]);
  });

  it('keep the placeholders and the elements of each message', () => {
    const broken = entries
      .filter(({ id, text }) => {
        const [needed, written] = [partsOf(id), partsOf(text)];
        // A number that only chose between singular and plural may be missing.
        const isChoice = (part: string) => id.includes(`{${part}, plural,`) && !id.includes('#');
        return (
          written.some((part) => !needed.includes(part)) ||
          needed.some((part) => !written.includes(part) && !isChoice(part))
        );
      })
      .map(({ catalogue, id, text }) => `${catalogue}: ${id} -> ${text}`);
    expect(broken).toEqual([]);
  });

  it('address the reader formally', () => {
    const familiar = entries.filter(({ text }) => FAMILIAR.test(text));
    expect(familiar.map(({ catalogue, text }) => `${catalogue}: ${text}`)).toEqual([]);
  });

  it('a message without plurals is compiled in the app as by the library', () => {
    const simple = entries.map(({ id }) => id).filter((id) => !PLURAL.test(id));
    expect(simple.map(compilePlaceholders)).toEqual(simple.map((id) => compileMessage(id)));
  });
});

describe('the texts of the server', () => {
  const files = globSync('server/**/*.ts').filter((file) => !/server.(demo|ops)./.test(file));
  const texts = files.flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    return [...source.matchAll(SERVER_TEXT)].map(([, mark, , text = '']) => ({
      text,
      isMarked: mark !== undefined,
    }));
  });

  it('are in the catalogue, besides those about the form of a request', () => {
    expect(texts.length).toBeGreaterThan(80);
    const missing = texts.filter(({ text, isMarked }) => !isMarked && /^[`A-Z]/.test(text));
    expect(missing.map(({ text }) => text).filter((text) => !ABOUT_REQUESTS.has(text))).toEqual([]);
  });

  it('with values are texts of model/shared/texts-with-values.ts, which the app recognises', () => {
    const filled = texts.map(({ text }) => text).filter((text) => text.includes('${'));
    expect(filled.filter((text) => !ABOUT_REQUESTS.has(text))).toEqual([]);
  });
});

/** Names of the placeholders and tags of a message, sorted, each once. */
function partsOf(text: string): readonly string[] {
  const tags = [...text.matchAll(/<\/?\d+\/?>/g)].map(([tag]) => tag);
  return [...new Set([...namesOf(compileMessage(text)), ...tags])].toSorted();
}

function namesOf(compiled: CompiledMessage): readonly string[] {
  return compiled.flatMap((token) => {
    if (typeof token === 'string') return [];
    const [name, , choices] = token;
    const inner = typeof choices === 'object' && choices !== null ? Object.values(choices) : [];
    return [name, ...inner.flatMap((one) => (Array.isArray(one) ? namesOf(one) : []))];
  });
}
