import { ActionIcon } from '@mantine/core';
import {
  IconBlockquote,
  IconBold,
  IconCode,
  IconHeading,
  IconItalic,
  IconLink,
  IconList,
  IconListCheck,
  IconListNumbers,
} from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useState } from 'react';
import { i18n, message, type Message } from '../../i18n/i18n.ts';
import { COMMAND } from '../keys/command.ts';
import { keyText } from '../keys/key-text.ts';
import { SMALL_ICON } from '../marks/icon.ts';
import classes from './text-toolbar.module.css';
import type { TextTools, ToolName } from './use-text-tools.ts';

interface Tool {
  readonly name: ToolName;
  readonly label: Message;
  readonly keys?: string;
  readonly Icon: typeof IconBold;
}

const TOOLS: readonly Tool[] = [
  { name: 'bold', label: message('Bold'), keys: `${COMMAND} B`, Icon: IconBold },
  { name: 'italic', label: message('Italic'), keys: `${COMMAND} I`, Icon: IconItalic },
  { name: 'heading', label: message('Heading'), Icon: IconHeading },
  { name: 'bullet', label: message('Bulleted list'), keys: `${COMMAND} Shift 8`, Icon: IconList },
  {
    name: 'number',
    label: message('Numbered list'),
    keys: `${COMMAND} Shift 7`,
    Icon: IconListNumbers,
  },
  { name: 'check', label: message('Checklist'), keys: `${COMMAND} Shift 9`, Icon: IconListCheck },
  { name: 'quote', label: message('Quote'), Icon: IconBlockquote },
  { name: 'code', label: message('Code'), keys: `${COMMAND} E`, Icon: IconCode },
  { name: 'link', label: message('Link'), keys: `${COMMAND} Shift K`, Icon: IconLink },
];

interface TextToolbarProps {
  readonly tools: TextTools;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  /** Takes no space on a phone. */
  readonly isHiddenOnPhone?: boolean;
}

/** Markdown tools above a text field: one stop of Tab, then the arrow keys. The field keeps the focus on a click. */
export function TextToolbar({ tools, field, isHiddenOnPhone = false }: TextToolbarProps) {
  const [current, setCurrent] = useState(0);
  const move = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      field.current?.focus();
    }
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const next = (current + step + TOOLS.length) % TOOLS.length;
    setCurrent(next);
    const button = event.currentTarget.children[next];
    if (button instanceof HTMLElement) button.focus();
  };
  return (
    <div
      role="toolbar"
      aria-label={i18n.t('Text format')}
      tabIndex={-1}
      className={classes['toolbar']}
      style={{ '--tools': TOOLS.length }}
      data-own-escape
      data-not-on-phone={isHiddenOnPhone || undefined}
      onKeyDown={move}
    >
      {TOOLS.map(({ name, label, keys, Icon }, index) => (
        <ActionIcon
          key={name}
          size={28}
          variant="subtle"
          color="gray"
          aria-label={i18n.t(label)}
          data-tip={keys === undefined ? i18n.t(label) : `${i18n.t(label)} (${keyText(keys)})`}
          tabIndex={index === current ? 0 : -1}
          onFocus={() => setCurrent(index)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => tools.run(name)}
        >
          <Icon {...SMALL_ICON} />
        </ActionIcon>
      ))}
    </div>
  );
}
