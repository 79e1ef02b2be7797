import { parse } from 'postcss';

/** A font size that is written where it is used. */
interface FixedSize {
  readonly line: number;
  readonly value: string;
}

/** Lengths of the `font` shorthand and of `font-size`; a part of the parent's size, in `em` or `%`, is no fixed one. */
const FIXED = /(?:^|[\s(,])\d*\.?\d+(?:px|pt|rem|cm|mm|in|pc)\b/;

/**
 * The font sizes of a style sheet that do not come from the theme (`FONT_SIZES` in src/ui/theme/theme.ts), which holds
 * the scale of the app.
 */
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
