import type { TextPiece } from './rich-text.tsx';

/** Node of a tree of HTML elements (hast), as far as it is used here. */
export interface HtmlNode {
  readonly type: string;
  readonly tagName?: string;
  readonly value?: string;
  readonly position?: {
    readonly start: { readonly offset?: number | undefined };
    readonly end: { readonly offset?: number | undefined };
  };
  properties?: Record<string, unknown>;
  children?: HtmlNode[];
}

interface Marks {
  /** Source of the tree. */
  readonly text: string;
  readonly pieces: (text: string) => readonly TextPiece[];
  /** Class of a mention. */
  readonly mentioned: string | undefined;
}

/** Rehype plugin: highlights mentions, and gives each box of a checklist its offset in the source and its name. */
export function withMarks(marks: Marks) {
  return (tree: HtmlNode): void => visit(tree, marks, false);
}

/** Text of a node and everything in it. */
export function textOf(node: HtmlNode): string {
  return node.value ?? (node.children ?? []).map(textOf).join('');
}

function visit(node: HtmlNode, marks: Marks, isCode: boolean): void {
  const children = node.children ?? [];
  node.children = children.flatMap((child, index) => {
    const isMention = isBrokenMention(child, children[index - 1], marks);
    if (isMention) return marked(sourceOf(child, marks.text), marks);
    if (child.type === 'text') {
      if (isCode) return [named(child, marks)];
      const value = child.value ?? '';
      const next = children[index + 1];
      const isBefore = next !== undefined && isBrokenMention(next, child, marks);
      return marked(isBefore ? value.slice(0, -1) : value, marks);
    }
    visit(child, marks, isCode || child.tagName === 'code');
    return [child];
  });
  if (node.tagName === 'li') nameBox(node, marks.text);
}

/** True for a mention before a bracket, `@[7](soon)`, which Markdown reads as a link after an `@`. */
function isBrokenMention(link: HtmlNode, before: HtmlNode | undefined, marks: Marks): boolean {
  if (link.tagName !== 'a' || before?.value?.endsWith('@') !== true) return false;
  return marks.pieces(sourceOf(link, marks.text))[0]?.mention !== undefined;
}

/** Source of a link and the character before it. */
function sourceOf({ position }: HtmlNode, source: string): string {
  const start = position?.start.offset;
  return start === undefined ? '' : source.slice(start - 1, position?.end.offset);
}

function named(node: HtmlNode, { pieces }: Marks): HtmlNode {
  const value = pieces(node.value ?? '')
    .map((piece) => piece.text)
    .join('');
  return { ...node, value };
}

function marked(source: string, { pieces, mentioned }: Marks): HtmlNode[] {
  return pieces(source).map(({ text, mention }) => {
    const run: HtmlNode = { type: 'text', value: text };
    if (mention === undefined) return run;
    return {
      type: 'element',
      tagName: 'span',
      properties: { className: mentioned },
      children: [run],
    };
  });
}

/** The box is the first bracket of an item: before it there are only the marks of lists and quotes. */
function nameBox(item: HtmlNode, source: string): void {
  const first = item.children?.find((child) => child.type === 'element');
  const box = first?.tagName === 'p' ? first.children?.[0] : first;
  const start = item.position?.start.offset;
  if (box?.tagName !== 'input' || start === undefined) return;
  const words = (item.children ?? []).filter(({ tagName }) => tagName !== 'ul' && tagName !== 'ol');
  box.properties = {
    ...box.properties,
    dataAt: source.indexOf('[', start) + 1,
    dataLabel: words.map(textOf).join('').trim(),
  };
}
