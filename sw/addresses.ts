/**
 * Paths that belong to the server, not to the app: the shell never answers for them, neither with the
 * network nor without it. A missing script must be an error, not a page of HTML.
 */
export const NOT_THE_APP: RegExp[] = [
  /^\/rest(\/|$)/,
  /^\/ws(\/|$)/,
  /^\/healthz$/,
  /^\/metrics$/,
  /^\/sw\.js$/,
  /^\/assets\//,
  /^\/icons\//,
  /^\/screenshots\//,
  /^\/[^/]+\.(js|css|svg|png|ico|txt|webmanifest)$/,
];
