import { type ComponentProps, createContext, useContext, useMemo } from 'react';
import Markdown, { type Components, type Options } from 'react-markdown';
import remarkBreaks from 'remark-breaks';
import remarkGfm from 'remark-gfm';
import { i18n } from '../../i18n/i18n.ts';
import { type HtmlNode, textOf, withMarks } from './markdown-marks.ts';
import { safeAddress, withTick } from './markdown-syntax.ts';
import classes from './markdown-text.module.css';
import type { MarkdownBlocksProps } from './markdown-types.ts';
import { TextLink } from './text-link.tsx';

interface Surroundings extends Pick<MarkdownBlocksProps, 'text' | 'InAppLink' | 'ticking'> {}

const SurroundingsContext = createContext<Surroundings | undefined>(undefined);

/** A text with Markdown as elements. */
export function MarkdownBlocks(props: MarkdownBlocksProps) {
  const { text, pieces, InAppLink, headingLevel, ticking } = props;
  const body = useMemo(
    () => (
      <Markdown
        remarkPlugins={REMARK}
        rehypePlugins={[[withMarks, { text, pieces, mentioned: classes['mentioned'] }]]}
        components={headingLevel === 3 ? UNDER_H2 : UNDER_H3}
        urlTransform={safeAddress}
      >
        {text}
      </Markdown>
    ),
    [text, pieces, headingLevel],
  );
  const surroundings = useMemo(() => ({ text, InAppLink, ticking }), [text, InAppLink, ticking]);
  return (
    <SurroundingsContext value={surroundings}>
      <div className={classes['rich']}>{body}</div>
    </SurroundingsContext>
  );
}

/**
 * Syntax that is text here: HTML, code by indentation, references and footnotes, whose definitions would disappear
 * from where they were written, and headings by a line below, which turn a plain text with a rule into a heading.
 */
const AS_TEXT = [
  'htmlFlow',
  'htmlText',
  'codeIndented',
  'definition',
  'gfmFootnoteDefinition',
  'gfmFootnoteCall',
  'gfmPotentialFootnoteCall',
  'setextUnderline',
  'characterReference',
];

/** Remark plugin; it follows the others, whose syntax it restricts. */
function withoutOtherSyntax(this: { readonly data: () => object }): void {
  const data = this.data();
  const given = 'micromarkExtensions' in data ? data.micromarkExtensions : undefined;
  const before: readonly unknown[] = Array.isArray(given) ? given : [];
  const own = { disable: { null: AS_TEXT } };
  Object.assign(data, { micromarkExtensions: [...before, own] });
}

const REMARK: Options['remarkPlugins'] = [remarkGfm, remarkBreaks, withoutOtherSyntax];

type Of<Tag extends keyof React.JSX.IntrinsicElements> = ComponentProps<Tag> & {
  readonly node?: HtmlNode | undefined;
};

const BLOCKS: Components = {
  a: Link,
  img: Image,
  input: Box,
  pre: ({ children }) => (
    // It scrolls sideways, by keyboard too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre tabIndex={0}>{children}</pre>
  ),
  table: ({ children }) => (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes['table']} tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
};

const UNDER_H2 = { ...BLOCKS, ...headings('h3') };
const UNDER_H3 = { ...BLOCKS, ...headings('h4') };

/** Headings of all depths have one level for screen readers, so that none is left out; they differ in their look. */
function headings(Tag: 'h3' | 'h4'): Components {
  const at = (depth: string) =>
    function Heading({ children }: Of<'h1'>) {
      return (
        <Tag className={classes['heading']} data-depth={depth}>
          {children}
        </Tag>
      );
    };
  const [first, second, other] = [at('1'), at('2'), at('3')];
  return { h1: first, h2: second, h3: other, h4: other, h5: other, h6: other };
}

function Link({ href, children, node }: Of<'a'>) {
  const { InAppLink } = useSurroundings();
  if (href === undefined || href === '') return children;
  return (
    <TextLink
      address={href}
      isBare={node !== undefined && textOf(node) === href}
      InAppLink={InAppLink}
    >
      {children}
    </TextLink>
  );
}

/** Pictures are not fetched: a text must not make a device contact somebody's server. */
function Image({ src, alt }: Of<'img'>) {
  const { InAppLink } = useSurroundings();
  const name = alt === undefined || alt === '' ? i18n.t('Image') : alt;
  if (typeof src !== 'string' || src === '') return name;
  return (
    <TextLink address={src} isBare={false} InAppLink={InAppLink}>
      {name}
    </TextLink>
  );
}

/** Box of a checklist item. Its offset in the text comes from the parsed text, its state from the row. */
function Box({ checked, node }: Of<'input'>) {
  const { text, ticking } = useSurroundings();
  const at = Number(node?.properties?.['dataAt']);
  const isTicked = checked === true;
  const label = String(node?.properties?.['dataLabel'] ?? '');
  if (ticking === undefined) {
    return <input type="checkbox" aria-label={label} checked={isTicked} disabled />;
  }
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={isTicked}
      aria-disabled={ticking.kind === 'blocked' || undefined}
      // The text around it begins an edit on a click.
      onClick={(event) => event.stopPropagation()}
      onChange={() => {
        if (ticking.kind === 'blocked') ticking.explain();
        else ticking.save(withTick(text, at, !isTicked), text);
      }}
    />
  );
}

function useSurroundings(): Surroundings {
  const surroundings = useContext(SurroundingsContext);
  if (surroundings === undefined) throw new Error('This is part of MarkdownBlocks');
  return surroundings;
}
