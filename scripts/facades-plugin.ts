import { relative } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { PRELOADED } from './boot-preloads-plugin.ts';

/** `export{a as SignOff,b as default}from"./task-IgOvBLdp.js";` */
const FACADE = /^export\{([^}]+)\}from"\.\/([^"]+)";?\s*$/;
/** `import("./x.js")`, and with the names that are taken out of it: `let{SignOff:e}=await import("./x.js")`. */
const IMPORT = /(?:let\{([\w$:,]+)\}=await )?import\([`"]\.\/([^`"]+)[`"]\)/g;

interface Facade {
  /** File name of the chunk that has the module, in the folder of the facade. */
  readonly target: string;
  /** Name in the target of each export of the module. */
  readonly names: ReadonlyMap<string, string>;
}

/**
 * Removes the files that only rename the exports of another one. The bundler writes one for each module that is loaded
 * later and shares a file with others: ninety files of fifty bytes, each of which a new device has to store and a first
 * click has to fetch.
 */
export function withoutFacades(): Plugin {
  let root = '';
  return {
    name: 'cairn-without-facades',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    generateBundle: {
      // Before the preloaded files of each import are listed.
      order: 'pre',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
        const facades = new Map<string, Facade>();
        for (const chunk of chunks) {
          const path = relative(root, chunk.facadeModuleId ?? '');
          const facade = PRELOADED.includes(path) ? undefined : facadeOf(chunk);
          if (facade !== undefined) facades.set(nameOf(chunk), facade);
        }
        for (const chunk of chunks) {
          if (facades.has(nameOf(chunk))) delete bundle[chunk.fileName];
          else chunk.code = redirected(chunk.code, facades);
        }
        for (const chunk of chunks) {
          const left = [...facades.keys()].find((name) => chunk.code.includes(name));
          if (left !== undefined && !facades.has(nameOf(chunk))) {
            this.error(`${chunk.fileName} refers to ${left} in a form that is not known here`);
          }
        }
      },
    },
  };
}

function facadeOf(chunk: Rolldown.OutputChunk): Facade | undefined {
  if (chunk.isEntry || Object.keys(chunk.modules).length > 0) return undefined;
  const [, names, target] = FACADE.exec(chunk.code) ?? [];
  if (names === undefined || target === undefined) return undefined;
  const pairs = names.split(',').map((one) => {
    const [inTarget = '', own = inTarget] = one.trim().split(' as ');
    return [own, inTarget] as const;
  });
  return { target, names: new Map(pairs) };
}

/** The code with imports of the targets in place of their facades. */
function redirected(code: string, facades: ReadonlyMap<string, Facade>): string {
  return code.replaceAll(IMPORT, (all, taken: string | undefined, name: string) => {
    const facade = facades.get(name);
    if (facade === undefined) return all;
    const target = `import(\`./${facade.target}\`)`;
    if (taken !== undefined) {
      const pairs = taken.split(',').map((one) => {
        const [own = '', local = own] = one.split(':');
        return `${inTarget(facade, own)}:${local}`;
      });
      return `let{${pairs.join(',')}}=await ${target}`;
    }
    const fields = [...facade.names].map(([own, renamed]) => `${own}:e.${renamed}`);
    return `${target}.then(e=>({${fields.join(',')}}))`;
  });
}

function inTarget({ names, target }: Facade, own: string): string {
  const name = names.get(own);
  if (name === undefined) throw new Error(`${target} does not export ${own}`);
  return name;
}

/** Name of a file without its folder, as imports of files in the same folder have it. */
function nameOf({ fileName }: Rolldown.OutputChunk): string {
  return fileName.slice(fileName.lastIndexOf('/') + 1);
}
