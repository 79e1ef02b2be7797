import { parse } from 'postcss';

/** Font size that is written as a literal. */
interface FixedSize {
  readonly line: number;
  readonly value: string;
}

/**
 * Lengths of the `font` shorthand and of `font-size`; a size relative to the parent's, in `em` or `%`, is not fixed.
 */
const FIXED = /(?:^|[\s(,])\d*\.?\d+(?:px|pt|rem|cm|mm|in|pc)\b/;

/** Font sizes of a style sheet that are not in the theme's scale (`FONT_SIZES` in src/ui/theme/theme.ts). */
export function fixedFontSizes(css: string): readonly FixedSize[] {
  const found: FixedSize[] = [];
  parse(css).walkDecls(/^font(?:-size)?$/, ({ value, source }) => {
    if (FIXED.test(value)) found.push({ line: source?.start?.line ?? 0, value });
  });
  return found;
}

/** Font sizes as numbers in the `style` of an element, in TypeScript. */
export function fixedFontSizesInCode(code: string): readonly FixedSize[] {
  return code.split('\n').flatMap((text, index) => {
    const value = /\bfontSize: (\d+|'[\d.]+(?:px|rem)')/.exec(text)?.[1];
    return value === undefined ? [] : [{ line: index + 1, value }];
  });
}
