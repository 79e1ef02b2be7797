import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Names for the classes of CSS modules in the product: a prefix for the file and a number within it. They are short
 * because each is downloaded in a style sheet and again in a script, and depend on no other file, so that a change of
 * one leaves the rest of the build as it is.
 */
export function shortClassNames(): Plugin {
  return {
    name: 'cairn-class-names',
    apply: 'build',
    config: () => ({ css: { modules: { generateScopedName: shortNames() } } }),
  };
}

function shortNames(): (name: string, file: string) => string {
  const files = new Map<string, Map<string, number>>();
  const owners = new Map<string, string>();
  return (name, file) => {
    const [path = ''] = relative(process.cwd(), file).split('?');
    const prefix = createHash('sha256').update(path).digest('hex').slice(0, 6);
    const owner = owners.get(prefix) ?? path;
    if (owner !== path) throw new Error(`${path} and ${owner} have the same prefix`);
    owners.set(prefix, path);
    const names = files.get(path) ?? new Map<string, number>();
    files.set(path, names);
    const number = names.get(name) ?? names.size;
    names.set(name, number);
    return `_${prefix}${number.toString(36)}`;
  };
}
