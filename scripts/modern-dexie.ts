/**
 * Alias to Dexie's build for current browsers, for the product and for the tests of its screens. The package's entry point
 * is its ES5 build: larger, with copies of what every supported browser has.
 */
export const MODERN_DEXIE = {
  find: /^dexie$/,
  replacement: 'dexie/dist/modern/dexie.mjs',
} as const;
