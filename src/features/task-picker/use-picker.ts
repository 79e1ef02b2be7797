import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { TypedAhead } from '../../ui/focus/typed-ahead.ts';
import { type PickerGroup, type PickerOption, stepTo } from './picker-options.ts';
import { useTicks } from './use-ticks.ts';

interface PickerInput {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly groupsFor: (text: string) => readonly PickerGroup[];
  readonly isRead: boolean;
  readonly hasDigits: boolean;
  readonly deliverTyped: TypedAhead['deliver'];
  readonly onClose: () => void;
}

/** Typed text, highlighted option and ticks of a picker. */
export function usePicker(props: PickerInput) {
  const { input, groupsFor, isRead, hasDigits, deliverTyped, onClose } = props;
  const [text, setText] = useState('');
  const [pointed, point] = useState<{ readonly text: string; readonly id: string }>();
  const groups = groupsFor(text.trim()).filter(({ options }) => options.length > 0);
  const options = groups.flatMap((group) => group.options);
  const ticks = useTicks(options);
  const isPointed = pointed?.text === text;
  const active =
    (isPointed ? options.find(({ id }) => id === pointed.id) : undefined) ?? options[0];
  const hasTicks = options.some(({ tick }) => tick !== undefined);
  const toggle = ({ id, tick }: PickerOption) => {
    if (tick === undefined) return;
    ticks.toggle(id, tick);
    setText('');
    point({ text: '', id });
    input.current?.focus();
  };
  const choose = (option: PickerOption) => {
    if (ticks.last !== undefined && option.tick !== undefined) {
      toggle(option);
      return;
    }
    onClose();
    option.run();
  };
  const enter = () => {
    if (active === undefined) return;
    const { id, tick } = active;
    if (ticks.last === undefined || tick === undefined) {
      choose(active);
      return;
    }
    // The option that was ticked or unticked last stays as it is.
    if (id !== ticks.last && tick.state !== 'on') ticks.toggle(id, tick);
    onClose();
  };
  const setEntered = useEnteredEarly(isRead, enter);
  useLayoutEffect(() => {
    // A modal dialog focuses its first control, the close button.
    input.current?.focus();
    deliverTyped((typed, isEnd) => {
      setText((before) => before + typed);
      setEntered(isEnd);
    });
  }, [input, deliverTyped, setEntered]);
  return {
    text,
    type: (typed: string) => {
      setText(typed);
      // Enter was meant for the text before.
      setEntered(false);
    },
    groups,
    options,
    active,
    hasTicks,
    /** True from the first tick on. */
    isTicking: ticks.last !== undefined,
    shownDigits: hasDigits && text === '',
    point: ({ id }: PickerOption) => point({ text, id }),
    choose,
    toggle,
    onKeyDown: (event: KeyboardEvent) => {
      const next = stepTo(event.key, options, active);
      const digit = hasDigits && text === '' ? digitOption(event.key, options) : undefined;
      if (next !== undefined) point({ text, id: next.id });
      else if (digit !== undefined) choose(digit);
      else if (hasTicks && isTickKey(event, text === '' || isPointed)) {
        if (active !== undefined) toggle(active);
      } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
        if (isRead) enter();
        else setEntered(true);
      } else return;
      event.preventDefault();
    },
  };
}

/**
 * Applies an Enter of before once the options are read; returns the function that notes or forgets it. A key itself
 * calls `enter` of its rendering: effects may run later than the key that follows a rendering.
 */
function useEnteredEarly(isRead: boolean, enter: () => void): (isEntered: boolean) => void {
  const [isEntered, setEntered] = useState(false);
  const latest = useRef(enter);
  useEffect(() => {
    latest.current = enter;
  });
  useEffect(() => {
    if (isEntered && isRead) latest.current();
  }, [isEntered, isRead]);
  return setEntered;
}

function digitOption(key: string, options: readonly PickerOption[]): PickerOption | undefined {
  return /^[1-9]$/.test(key) ? options[Number(key) - 1] : undefined;
}

/** Space, unless it belongs to the typed text; Ctrl+Enter always. */
function isTickKey({ key, ctrlKey, metaKey }: KeyboardEvent, isSpaceFree: boolean): boolean {
  return key === ' ' ? isSpaceFree : key === 'Enter' && (ctrlKey || metaKey);
}
