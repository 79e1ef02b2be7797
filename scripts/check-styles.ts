/**
 * Refuses font sizes that are not in the theme's scale, in the style sheets and components of `src/`: part of `npm run
 * check`. The theme itself, which defines the scale, is excluded.
 */
import { globSync, readFileSync } from 'node:fs';
import { fixedFontSizes, fixedFontSizesInCode } from './lint/font-sizes.ts';

const files = globSync('src/**/*.{css,tsx}')
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !file.startsWith('src/ui/theme/'));
const found = files.flatMap((file) => {
  const text = readFileSync(file, 'utf8');
  const sizes = file.endsWith('.css') ? fixedFontSizes(text) : fixedFontSizesInCode(text);
  return sizes.map(({ line, value }) => `${file}:${line}: font size ${value}`);
});
for (const place of found) console.error(`${place}; use a size of the theme (FONT_SIZES)`);
console.log(`${files.length} files`);
process.exitCode = found.length === 0 ? 0 : 1;
