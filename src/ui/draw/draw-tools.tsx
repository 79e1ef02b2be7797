import { ActionIcon } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowUpRight,
  IconLine,
  IconPencil,
  IconSquare,
  IconTypography,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { isField } from '../focus/is-typing.ts';
import { ICON } from '../marks/icon.ts';
import { type Colour, COLOURS, type Tool, TOOLS } from './shapes.ts';
import type { Drawing } from './use-drawing.ts';
import styles from './draw-dialog.module.css';

interface Props {
  readonly drawing: Drawing;
  readonly tool: Tool;
  readonly onTool: (tool: Tool) => void;
  readonly colour: Colour;
  readonly onColour: (colour: Colour) => void;
  readonly isThick: boolean;
  readonly onThick: (isThick: boolean) => void;
}

/** Tools, undo and redo, colours and the width of lines. */
export function DrawTools(props: Props) {
  const { drawing, tool, onTool, colour, onColour, isThick, onThick } = props;
  return (
    <div className={styles['tools']}>
      <div className={styles['row']}>
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset cannot shrink below its content */}
        <div role="group" aria-label={i18n.t('Tool')} className={styles['group']}>
          {TOOLS.map((one) => (
            <ToolButton
              key={one}
              label={toolName(one)}
              isPressed={one === tool}
              onClick={() => onTool(one)}
            >
              {TOOL_ICONS[one]}
            </ToolButton>
          ))}
        </div>
        <div className={styles['group']}>
          <Step label={i18n.t('Undo')} isOff={!drawing.canUndo} onClick={drawing.undo}>
            <IconArrowBackUp {...ICON} size={22} />
          </Step>
          <Step label={i18n.t('Redo')} isOff={!drawing.canRedo} onClick={drawing.redo}>
            <IconArrowForwardUp {...ICON} size={22} />
          </Step>
        </div>
      </div>
      <div className={styles['row']}>
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset cannot shrink below its content */}
        <div role="group" aria-label={i18n.t('Colour')} className={styles['group']}>
          {colourNames().map(([one, label]) => (
            <button
              key={one}
              type="button"
              className={styles['colour']}
              aria-label={label}
              aria-pressed={one === colour}
              data-tip={label}
              onClick={() => onColour(one)}
            >
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <circle cx="12" cy="12" r="10.5" fill={COLOURS[one]} />
              </svg>
            </button>
          ))}
        </div>
        <ToolButton
          label={i18n.t('Thick lines')}
          isPressed={isThick}
          onClick={() => onThick(!isThick)}
        >
          <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
            <path d="M4 12H20" stroke="currentColor" strokeWidth="7" strokeLinecap="round" />
          </svg>
        </ToolButton>
      </div>
    </div>
  );
}

/** Ctrl or Cmd with Z undoes, with Shift and Z or with Y redoes, unless a text is typed. */
export function useUndoKeys(drawing: Pick<Drawing, 'undo' | 'redo'>): void {
  const latest = useRef(drawing);
  useEffect(() => {
    latest.current = drawing;
  });
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      const isOurs = (event.ctrlKey || event.metaKey) && !event.altKey && !isField(event.target);
      const letter = event.key.toLowerCase();
      if (!isOurs || (letter !== 'z' && letter !== 'y')) return;
      event.preventDefault();
      // The undo of the page behind is not meant.
      event.stopPropagation();
      if (letter === 'y' || event.shiftKey) latest.current.redo();
      else latest.current.undo();
    };
    document.addEventListener('keydown', key, true);
    return () => document.removeEventListener('keydown', key, true);
  }, []);
}

const TOOL_ICONS: Readonly<Record<Tool, ReactNode>> = {
  pen: <IconPencil {...ICON} size={22} />,
  line: <IconLine {...ICON} size={22} />,
  arrow: <IconArrowUpRight {...ICON} size={22} />,
  box: <IconSquare {...ICON} size={22} />,
  text: <IconTypography {...ICON} size={22} />,
};

function toolName(tool: Tool): string {
  switch (tool) {
    case 'pen':
      return i18n.t('Pen');
    case 'line':
      return i18n.t('Line');
    case 'arrow':
      return i18n.t('Arrow');
    case 'box':
      return i18n.t('Box');
    case 'text':
      return i18n.t('Text');
  }
}

function colourNames(): readonly (readonly [Colour, string])[] {
  return [
    ['red', i18n.t('Red')],
    ['yellow', i18n.t('Yellow')],
    ['green', i18n.t('Green')],
    ['blue', i18n.t('Blue')],
    ['white', i18n.t('White')],
    ['black', i18n.t('Black')],
  ];
}

interface ToolButtonProps {
  readonly label: string;
  readonly isPressed: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function ToolButton({ label, isPressed, onClick, children }: ToolButtonProps) {
  return (
    <button
      type="button"
      className={styles['tool']}
      aria-label={label}
      aria-pressed={isPressed}
      data-tip={label}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

interface StepProps {
  readonly label: string;
  readonly isOff: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function Step({ label, isOff, onClick, children }: StepProps) {
  return (
    <ActionIcon
      variant="transparent"
      color="white"
      size={44}
      aria-label={label}
      // Disabled it would lose the focus at the last step.
      aria-disabled={isOff || undefined}
      className={styles['step']}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  );
}
