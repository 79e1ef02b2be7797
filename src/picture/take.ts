import { mainPart } from './surroundings.ts';

/** A screen this large is not worth keeping: characters. */
const LARGEST = 1_000_000;
/** What may not be shown before it is known again, and what would start by itself. */
const LEFT_OUT = 'style, script, iframe, object, embed, video, audio, [data-passing]';
/** What somebody has opened or chosen, and would find closed. */
const OPENED =
  '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], [data-selected="true"], input:not([type="checkbox"]):focus, textarea:focus';
/** Nobody reads, points at or follows a picture; styles that ask for these are kept (`aria-`). */
const UNSEEN = ['data-tip', 'datetime', 'tabindex', 'href', 'target', 'title', 'autofocus'];
/** The styles that hold for pictures only. */
const STILL =
  '*, *::before, *::after { animation: none !important; transition: none !important; caret-color: transparent !important; } [data-phase] { visibility: hidden !important; }';

export interface Taken {
  readonly html: string;
  readonly css: string;
  readonly text: string;
  readonly root: Readonly<Record<string, string>>;
}

/** The screen as it is drawn; undefined when it would not be drawn the same after a reload. */
export function takePicture(): Taken | undefined {
  const root = document.getElementById('root');
  const main = mainPart();
  if (root === null || main === undefined || !isAsItStarts(root)) return undefined;
  const copy = seen(root, document.createElement('div'));
  for (const node of copy.querySelectorAll('*')) still(node);
  const html = copy.innerHTML;
  if (html.length > LARGEST) return undefined;
  const css = usedRules(classesOf(root)) + STILL;
  return { html, css, text: main.textContent, root: attributesOf(document.documentElement) };
}

/** Somebody who types, has scrolled, or has opened something finds it otherwise after a reload. */
function isAsItStarts(root: HTMLElement): boolean {
  if (document.querySelector(OPENED) !== null || scrollX !== 0 || scrollY !== 0) return false;
  return [...root.querySelectorAll('*')].every(
    ({ scrollTop, scrollLeft }) => scrollTop === 0 && scrollLeft === 0,
  );
}

/** A copy of what is seen; what is not leaves its room empty. */
function seen(from: Element, to: Element): Element {
  for (const node of from.childNodes) {
    if (!(node instanceof Element)) {
      if (node instanceof Text) to.append(node.data);
      continue;
    }
    if (node.matches(LEFT_OUT)) continue;
    const box = node.getBoundingClientRect();
    if (!isSeen(node, box)) {
      if (takesRoom(node)) to.append(room(node, box));
    } else if (node instanceof SVGElement) {
      to.append(document.importNode(node, true));
    } else {
      to.append(seen(node, copyOf(node)));
    }
  }
  return to;
}

function isSeen(node: Element, { top, left, bottom, right, width, height }: DOMRect): boolean {
  // Without room of its own it is where what it holds is.
  if (width === 0 || height === 0) {
    return node.firstElementChild !== null && getComputedStyle(node).display !== 'none';
  }
  const isInWindow = left < innerWidth && top < innerHeight && right > 0 && bottom > 0;
  // One pixel is what is only for readers of the screen.
  return isInWindow && width * height > 1 && node.checkVisibility({ opacityProperty: true });
}

function takesRoom(node: Element): boolean {
  const { position, display } = getComputedStyle(node);
  return position !== 'absolute' && position !== 'fixed' && display !== 'none';
}

function room(node: Element, { width, height }: DOMRect): Element {
  const copy = copyOf(node);
  const style = `box-sizing:border-box;flex:none;width:${width}px;height:${height}px`;
  copy.setAttribute('style', `${copy.getAttribute('style') ?? ''};${style}`);
  return copy;
}

function copyOf(node: Element): Element {
  const copy = document.importNode(node);
  for (const name of UNSEEN) copy.removeAttribute(name);
  return copy;
}

/** What HTML would not tell of the element, and what the page's policy would not let it say. */
function still(node: Element): void {
  if (node instanceof HTMLInputElement) node.toggleAttribute('checked', node.checked);
  if (node instanceof HTMLImageElement && node.src.startsWith('blob:')) {
    node.removeAttribute('src');
    node.alt = '';
  }
  const style = node.getAttribute('style');
  if (style === null) return;
  node.removeAttribute('style');
  node.setAttribute('data-style', style);
}

function classesOf(root: HTMLElement): ReadonlySet<string> {
  const classes = new Set<string>();
  for (const node of root.querySelectorAll('[class]')) {
    for (const name of node.classList) classes.add(name);
  }
  return classes;
}

/** The rules that may hold for elements of these classes, in this window, as text. */
function usedRules(classes: ReadonlySet<string>): string {
  return [...document.styleSheets]
    .flatMap((sheet) => rulesOf(sheet.cssRules, classes, sheet.href ?? location.href))
    .join('\n');
}

function rulesOf(
  rules: CSSRuleList,
  classes: ReadonlySet<string>,
  base: string,
): readonly string[] {
  return [...rules].flatMap((rule) => {
    const within = (group: CSSGroupingRule) => rulesOf(group.cssRules, classes, base);
    if (rule instanceof CSSStyleRule) {
      return mayHold(rule.selectorText, classes) ? [rule.cssText] : [];
    }
    if (rule instanceof CSSMediaRule) {
      return matchMedia(rule.conditionText).matches ? within(rule) : [];
    }
    if (rule instanceof CSSSupportsRule) {
      return CSS.supports(rule.conditionText) ? within(rule) : [];
    }
    // The order of layers counts also where nothing of them is used.
    if (rule instanceof CSSLayerBlockRule) {
      return [`@layer ${rule.name} {`, ...within(rule), '}'];
    }
    if (rule instanceof CSSLayerStatementRule) return [rule.cssText];
    return rule instanceof CSSFontFaceRule ? [absolute(rule.cssText, base)] : [];
  });
}

/** False only when some class that it needs is nowhere. */
function mayHold(selector: string, classes: ReadonlySet<string>): boolean {
  // What is in parentheses may be alternatives, or what must not be.
  const outside = selector.replaceAll(/\((?:[^()]|\([^()]*\))*\)/g, '');
  return outside.split(',').some((one) => {
    const names = one.match(/\.[\w-]+/g) ?? [];
    return names.every((name) => classes.has(name.slice(1)));
  });
}

/** A sheet without an address has no place from which its files are named. */
function absolute(css: string, base: string): string {
  return css.replaceAll(
    /url\("([^"]+)"\)/g,
    (_, url: string) => `url("${new URL(url, base).href}")`,
  );
}

function attributesOf(element: Element): Record<string, string> {
  return Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]));
}
