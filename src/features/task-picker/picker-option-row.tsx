import { IconCheck, IconMinus } from '@tabler/icons-react';
import { i18n } from '../../i18n/i18n.ts';
import type { PickerOption } from './picker-options.ts';
import classes from './task-picker.module.css';

interface Props {
  readonly option: PickerOption;
  readonly id: string;
  readonly isActive: boolean;
  readonly digit: string | undefined;
  readonly onPoint: () => void;
  readonly onRun: () => void;
  readonly onTick: () => void;
}

/** One line of a picker. */
export function PickerOptionRow({ option, id, isActive, digit, onPoint, onRun, onTick }: Props) {
  const { tick } = option;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the text field handles keys
    <div
      id={id}
      className={classes['option']}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- option of a listbox
      role="option"
      tabIndex={-1}
      data-active={isActive}
      aria-selected={tick === undefined ? isActive : tick.state === 'on'}
      onPointerMove={onPoint}
      onClick={onRun}
    >
      {tick !== undefined && (
        <span
          className={classes['tick']}
          aria-hidden="true"
          onClick={(event) => {
            event.stopPropagation();
            onTick();
          }}
        >
          <span className={classes['box']} data-state={tick.state}>
            {tick.state === 'on' && <IconCheck size={14} stroke={2.5} />}
            {tick.state === 'some' && <IconMinus size={14} stroke={2.5} />}
          </span>
        </span>
      )}
      <span className={classes['icon']} aria-hidden="true">
        {option.icon}
      </span>
      <span className={classes['name']}>{option.name}</span>
      {option.hint !== undefined && <span className={classes['hint']}>{option.hint}</span>}
      {option.isCurrent === true && <span className={classes['hint']}>{i18n.t('current')}</span>}
      {digit !== undefined && (
        <kbd className={classes['key']} aria-hidden="true">
          {digit}
        </kbd>
      )}
    </div>
  );
}
