import * as v from 'valibot';
import type { CodeTarget } from '../../data/task-link.ts';

/** What a scanned code is: a task of this server, an address of another one, or something else. */
export type ScannedCode =
  | {
      readonly kind: 'task';
      readonly slug: string;
      readonly task: string;
      readonly organization: string | undefined;
    }
  | { readonly kind: 'elsewhere'; readonly host: string }
  | { readonly kind: 'foreign' };

const targetSchema = v.object({
  task: v.pipe(v.string(), v.uuid()),
  organization: v.optional(v.string()),
}) satisfies v.GenericSchema<unknown, Pick<CodeTarget, 'task'>>;

/**
 * Reads the text of a code (src/data/task-link.ts writes them). A copied link of a task in a code counts as well; it
 * names no organisation.
 */
export function readCode(text: string, origin: string): ScannedCode {
  if (!URL.canParse(text)) return { kind: 'foreign' };
  const url = new URL(text);
  const [, slug] = /^\/workspace\/([^/]+)$/.exec(url.pathname) ?? [];
  const target = v.safeParse(targetSchema, Object.fromEntries(url.searchParams));
  if (slug === undefined || !target.success) return { kind: 'foreign' };
  if (url.origin !== origin) return { kind: 'elsewhere', host: url.host };
  const { task, organization } = target.output;
  return { kind: 'task', slug: decoded(slug), task, organization };
}

function decoded(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}
