/** A guard in the sources that can be switched off while the server runs. */
export interface Site {
  readonly id: number;
  /** Index among the guards of its file, from 0. */
  readonly nth: number;
  readonly file: string;
  readonly line: number;
  readonly what: string;
  /** The source line and the next one. */
  readonly text: string;
}

/** A source file with a switch at each of its guards. */
export interface Switched {
  readonly sites: readonly Site[];
  readonly text: string;
}

interface Pattern {
  readonly what: string;
  readonly find: RegExp;
  /**
   * The guard with its switch; `down` is true when it is switched off, and records that the guard
   * was reached.
   */
  readonly write: (match: RegExpMatchArray, down: string, id: number) => string;
  readonly files?: RegExp;
}

/** A predicate of SQL is marked; guards.ts reads the mark when the statement is sent. */
const marked: Pattern['write'] = ([whole], _down, id) => `${whole} /*guard${id}*/`;
const skipped: Pattern['write'] = ([whole], down) => `if (!${down}) ${whole}`;
const orDown: Pattern['write'] = ([whole, head = ''], down) =>
  `${head}${down} || ${whole.slice(head.length)}`;

/** Folders with such predicates and guards, whatever the file is called. */
const PATTERNS: readonly Pattern[] = [
  {
    what: 'organisation in SQL',
    find: /(?:\b[a-z]+\.)?\borg_id = \?/g,
    write: marked,
  },
  { what: 'organisation of a join', find: /\b\w+\.org_id = \w+\.org_id\b/g, write: marked },
  { what: 'owner in SQL', find: /\bowner = \?/g, write: marked },
  { what: 'member in SQL', find: /(?:\b[a-z]+\.)?\borganization_user = \?/g, write: marked },
  { what: 'scope in SQL', find: /\bscope = \?/g, write: marked },
  { what: 'person in SQL', find: /\bou\."user" = \?/g, write: marked },
  { what: 'active in SQL', find: /\bou\.active = 1/g, write: marked },
  {
    what: 'organisation in a query',
    find: /\.where\(('(?:\w+\.)?org_id'), '=', ([\w.]+)\)/g,
    write: ([, column, value], down) =>
      `.where(...(${down} ? [${column}, '<>', ''] : [${column}, '=', ${value}]))`,
  },
  {
    what: 'person in a query',
    find: /\.where\('user_id', '=', (\w+)\)/g,
    write: ([, value], down) =>
      `.where(...(${down} ? ['user_id', '<>', ''] : ['user_id', '=', ${value}]))`,
    files: /server\/auth/,
  },
  {
    what: 'organisation of a read',
    find: /\borg_id: actor\.orgId,/g,
    write: (_match, down) => `...(${down} ? {} : { org_id: actor.orgId }),`,
  },
  {
    what: 'owner of a read',
    find: /\{ owner: actor\.orgUserId \}/g,
    write: ([whole], down) => `(${down} ? {} : ${whole})`,
  },
  {
    what: 'refused as missing',
    find: /(?<=\n\s*)if \([^\n]*\) throw (?:missing|noOrganization)\(\);/g,
    write: skipped,
  },
  {
    what: 'nobody is signed in',
    find: /if \(identity === undefined\) \{/g,
    write: (_match, down) => `if (identity === undefined && !${down}) {`,
  },
  {
    what: 'the rule of a mutation',
    find: /if \(refusal !== undefined\) \{/g,
    write: (_match, down) => `if (refusal !== undefined && !${down}) {`,
    files: /server\/apply/,
  },
  {
    what: 'projects are not theirs to see',
    find: /maySeeProject\(reads\.actor, own\.has\(project\.id\)\)/g,
    write: ([whole], down) => `(${down} || ${whole})`,
  },
  {
    what: 'the scope is not theirs',
    find: /scopes\?\.includes\(scope\) !== true(?= \|\|)/g,
    write: ([whole], down) => `(!${down} && ${whole})`,
  },
  {
    what: 'what is not in a scope of theirs is left out',
    find: /!scopes\.has\([^()]*\)/g,
    write: ([whole], down) => `(!${down} && ${whole})`,
    files: /realtime|server\/sync/,
  },
  {
    what: 'the stream is not theirs',
    find: /if \(stream !== orgStream\(actor\.orgId\)\) return (?:undefined|false);/g,
    write: skipped,
  },
  {
    what: 'the personal stream is not theirs',
    find: /stream === userStream\(actor\.orgUserId\)/g,
    write: ([whole], down) => `(${down} ? stream.startsWith('user:') : ${whole})`,
  },
  {
    what: 'a level that may not read',
    find: /if \(!actor\.get_access\) return/g,
    write: skipped,
    files: /readable-scopes/,
  },
  {
    what: 'a scope is for some people',
    find: /(return )(?:people\.includes\(|scope === inboxScope\(|isAdministrative\(actor\);)/g,
    write: orDown,
    files: /readable-scopes/,
  },
  {
    what: 'a scope is for members',
    find: /(return )isIn\(/g,
    write: ([, head = ''], down) => `${head}${down} ? true : isIn(`,
    files: /readable-scopes/,
  },
  {
    what: 'a scope is for administrators',
    find: /isAdministrative\(actor\)(?= \?)/g,
    write: ([whole], down) => `(${down} || ${whole})`,
    files: /readable-scopes/,
  },
  {
    what: 'whoever is no administrator sees what they are a member of',
    find: /(return )actor\.get_access && \(isAdministrative\(actor\) \|\| isMember\);/g,
    write: orDown,
    files: /permissions/,
  },
  {
    what: 'a row that is not theirs',
    find: /\? undefined : (?=notFound\(\)|refuse\('not_found')/g,
    write: ([whole], down) => `|| ${down} ${whole}`,
    files: /permissions|mutations\/.*-context/,
  },
  {
    what: 'a row that is not theirs',
    find: /(?<=\n\s*)if \([^\n]*\) return notFound\(\);/g,
    write: skipped,
    files: /permissions/,
  },
];

const GUARDED =
  /^(?:server\/(?:(?:http|present|sync|apply|writer|realtime|files|invitations|chat|push|webhooks|sso|archive|erasure)\/|auth\/(?:administrators|api-token|former-secret|organization-token|calendar-feed|member-sessions|sign-in-rules))|model\/permissions\/|model\/mutations\/\w+\/\w+-context).*\.ts$/;
/** Not about ownership: id formats, existence of files on the disk. */
const NO_GUARD = /v\.is\(uuidSchema|found === undefined\) throw missing/;

export function hasGuards(file: string): boolean {
  return GUARDED.test(file);
}

/** Adds a switch to every guard of a file; ids begin at `first`. */
export function switched(file: string, source: string, first: number): Switched {
  const places = PATTERNS.filter(({ files }) => files?.test(file) ?? true)
    .flatMap(({ what, find, write }) =>
      [...source.matchAll(find)].map((match) => ({ what, match, write })),
    )
    .filter(({ match }) => !NO_GUARD.test(match[0]))
    .toSorted((left, right) => left.match.index - right.match.index);
  const sites: Site[] = [];
  let text = '';
  let end = 0;
  for (const { what, match, write } of places) {
    // Inside one that has a switch already.
    if (match.index < end) continue;
    const id = first + sites.length;
    const line = source.slice(0, match.index).split('\n').length;
    sites.push({
      id,
      nth: sites.length,
      file,
      line,
      what,
      text: source
        .split('\n')
        .slice(line - 1, line + 1)
        .join('\n'),
    });
    text += source.slice(end, match.index) + write(match, `globalThis.guardIsDown(${id})`, id);
    end = match.index + match[0].length;
  }
  return { sites, text: text + source.slice(end) };
}
