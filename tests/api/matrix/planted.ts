import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One wall taken down in a copy of the sources. */
export interface Planted {
  readonly file: string;
  readonly line: number;
  readonly what: string;
  /** The whole file with the wall gone. */
  readonly text: string;
}

interface Pattern {
  readonly what: string;
  readonly find: RegExp;
  readonly replace: string;
}

/** Predicates of SQL and of queries that keep organisations and people apart, wherever they stand. */
const PREDICATES: readonly Pattern[] = [
  {
    what: 'organisation in SQL',
    find: /((?:\b[a-z]+\.)?\borg_id) = \?/g,
    replace: '($1 = ? or 1 = 1)',
  },
  { what: 'owner in SQL', find: /\b(owner) = \?/g, replace: '($1 = ? or 1 = 1)' },
  {
    what: 'member in SQL',
    find: /((?:\b[a-z]+\.)?\borganization_user) = \?/g,
    replace: '($1 = ? or 1 = 1)',
  },
  {
    what: 'organisation in a query',
    find: /\.where\(('(?:\w+\.)?org_id'), '=', [\w.]+\)/g,
    replace: ".where($1, '<>', '')",
  },
  {
    what: 'organisation of a read',
    find: /\borg_id: actor\.orgId,/g,
    replace: '',
  },
  {
    what: 'owner of a read',
    find: /\{ owner: actor\.orgUserId \}/g,
    replace: '{}',
  },
];

/** Guards in code: whoever asks is refused before anything is read. */
const GUARDS: readonly Pattern[] = [
  {
    what: 'nobody is signed in',
    find: /if \(identity === undefined\) \{/g,
    replace: 'if (identity === null) {',
  },
  {
    what: 'the project is not theirs to see',
    find: /if \(!maySeeProject\([^;]*\) throw missing\(\);/g,
    replace: '',
  },
  {
    what: 'projects are not theirs to see',
    find: /maySeeProject\(reads\.actor, own\.has\(project\.id\)\)/g,
    replace: 'true',
  },
  {
    what: 'another organisation is named',
    find: /if \(named !== undefined && named !== actor\.orgId\) throw missing\(\);/g,
    replace: '',
  },
  {
    what: 'the stream is not theirs',
    find: /if \(stream !== orgStream\(actor\.orgId\)\) return (?:undefined|false);/g,
    replace: '',
  },
  {
    what: 'the personal stream is not theirs',
    find: /stream === userStream\(actor\.orgUserId\)/g,
    replace: "stream.startsWith('user:')",
  },
  {
    what: 'the scope is not theirs',
    find: /scopes\?\.includes\(scope\) !== true/g,
    replace: 'false',
  },
  {
    what: 'what is not in a scope of theirs is left out of a page',
    find: /scopes\.has\([^()]*\)/g,
    replace: 'true',
  },
  {
    what: 'the row is in a project that is not theirs',
    find: /return maySeeProject\(actor, isMember\) \? undefined : notFound\(\);/g,
    replace: 'return undefined;',
  },
  {
    what: 'whoever is no administrator sees what they are a member of',
    find: /return isAdministrative\(actor\) \|\| isMember;/g,
    replace: 'return true;',
  },
];

const FOLDERS = ['server/http', 'server/apply', 'server/realtime', 'server/files', 'server/admin'];

/** Every occurrence, each as a fault of its own. */
export function plantedIn(root: string, files: readonly string[]): readonly Planted[] {
  return files
    .filter(
      (file) =>
        file === 'model/permissions/project.ts' ||
        FOLDERS.some((folder) => file.startsWith(`${folder}/`)),
    )
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return [...PREDICATES, ...GUARDS].flatMap(({ what, find, replace }) =>
        [...text.matchAll(find)].map((match) => ({
          file,
          line: text.slice(0, match.index).split('\n').length,
          what,
          text:
            text.slice(0, match.index) +
            match[0].replace(new RegExp(find.source), replace) +
            text.slice(match.index + match[0].length),
        })),
      );
    });
}
