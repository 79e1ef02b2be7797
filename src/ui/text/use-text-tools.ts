import type { KeyboardEvent, RefObject } from 'react';
import {
  continueLine,
  type FieldText,
  indentItems,
  insertLink,
  type TextEdit,
  toggleCode,
  toggleLines,
  toggleMark,
} from './text-edits.ts';

export type ToolName =
  | 'bold'
  | 'italic'
  | 'heading'
  | 'bullet'
  | 'number'
  | 'check'
  | 'quote'
  | 'code'
  | 'link';

const EDITS: Readonly<Record<ToolName, (text: FieldText) => TextEdit>> = {
  bold: (text) => toggleMark(text, '**'),
  italic: (text) => toggleMark(text, '_'),
  heading: (text) => toggleLines(text, 'heading'),
  bullet: (text) => toggleLines(text, 'bullet'),
  number: (text) => toggleLines(text, 'number'),
  check: (text) => toggleLines(text, 'check'),
  quote: (text) => toggleLines(text, 'quote'),
  code: toggleCode,
  link: insertLink,
};

/** By `KeyboardEvent.code`, because Shift changes the digit in `key`. Ctrl+K alone opens the search. */
const WITH_CTRL: Readonly<Record<string, ToolName>> = {
  KeyB: 'bold',
  KeyI: 'italic',
  KeyE: 'code',
};
const WITH_CTRL_SHIFT: Readonly<Record<string, ToolName>> = {
  KeyK: 'link',
  Digit7: 'number',
  Digit8: 'bullet',
  Digit9: 'check',
};

export interface TextTools {
  readonly run: (tool: ToolName) => void;
  /** True when the key was a shortcut of the tools, or continued or indented a list. */
  readonly press: (event: KeyboardEvent) => boolean;
  /** The same for a line break alone, for fields in which Enter sends. */
  readonly breakLine: () => boolean;
}

/** Markdown tools of a text field. An edit is made like typing, so that the browser's undo reverts it. */
export function useTextTools(field: RefObject<HTMLTextAreaElement | null>): TextTools {
  const make = (edit: (text: FieldText) => TextEdit | undefined): boolean => {
    const area = field.current;
    if (area === null || area.readOnly || area.disabled) return false;
    const { value, selectionStart: start, selectionEnd: end } = area;
    const made = edit({ value, start, end });
    if (made !== undefined) writeEdit(area, made);
    return made !== undefined;
  };
  const breakLine = () => make(continueLine);
  const run = (tool: ToolName) => void make(EDITS[tool]);
  const press = (event: KeyboardEvent): boolean => {
    if (event.nativeEvent.isComposing || event.altKey) return false;
    const hasCommand = event.ctrlKey || event.metaKey;
    const tool = toolOf(event);
    const isHandled =
      (tool !== undefined && make(EDITS[tool])) ||
      (event.key === 'Enter' && !hasCommand && !event.shiftKey && breakLine()) ||
      (event.key === 'Tab' &&
        !hasCommand &&
        make((text) => indentItems(text, event.shiftKey ? 'out' : 'in')));
    if (!isHandled) return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return { run, press, breakLine };
}

/** By the letter of the keyboard's layout, else by the place of the key. */
function toolOf({ key, code, ctrlKey, metaKey, shiftKey }: KeyboardEvent): ToolName | undefined {
  if (!ctrlKey && !metaKey) return undefined;
  const keys = shiftKey ? WITH_CTRL_SHIFT : WITH_CTRL;
  return /^[a-z]$/i.test(key) ? keys[`Key${key.toUpperCase()}`] : keys[code];
}

/** Edits the text of a field at once and like typing: what is typed next is inserted at the new caret. */
export function writeEdit(area: HTMLTextAreaElement, edit: TextEdit): void {
  const { from, to, insert } = changedPart(area.value, edit);
  area.focus();
  if (from !== to || insert !== '') {
    area.setSelectionRange(from, to);
    // Deprecated without a replacement: nothing else changes a text so that the browser's undo knows of it.
    if (!document.execCommand(insert === '' ? 'delete' : 'insertText', false, insert)) {
      area.setRangeText(insert, from, to);
      area.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }
  }
  area.setSelectionRange(edit.start, edit.end);
}

/** Without what stays the same at both ends: the browser's undo selects what it brings back. */
function changedPart(value: string, { from, to, insert }: TextEdit) {
  const replaced = value.slice(from, to);
  const shorter = Math.min(replaced.length, insert.length);
  let before = 0;
  while (before < shorter && replaced[before] === insert[before]) before += 1;
  let after = 0;
  while (after < shorter - before && replaced.at(-1 - after) === insert.at(-1 - after)) after += 1;
  return {
    from: from + before,
    to: to - after,
    insert: insert.slice(before, insert.length - after),
  };
}
