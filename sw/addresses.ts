/**
 * Paths that belong to the server, not to the app: the shell never answers for them, with or without a network. A
 * missing script must be an error, not an HTML page.
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
