import { Textarea, type TextareaProps } from '@mantine/core';
import { type Ref, useRef } from 'react';
import { useMergedRef } from '@mantine/hooks';
import { TextToolbar } from './text-toolbar.tsx';
import { useTextTools } from './use-text-tools.ts';

interface MarkdownFieldProps extends Omit<TextareaProps, 'inputContainer' | 'onBlur' | 'ref'> {
  readonly ref?: Ref<HTMLTextAreaElement>;
  /** Called when the focus leaves the field and its toolbar. */
  readonly onLeave?: () => void;
}

/** Text field with the tools for Markdown. */
export function MarkdownField({ ref, onKeyDown, onLeave, ...rest }: MarkdownFieldProps) {
  const input = useRef<HTMLTextAreaElement>(null);
  const tools = useTextTools(input);
  return (
    <Textarea
      {...rest}
      ref={useMergedRef(input, ref)}
      inputContainer={(children) => (
        <div
          onBlur={(event) => {
            if (!event.currentTarget.contains(event.relatedTarget)) onLeave?.();
          }}
        >
          <TextToolbar tools={tools} field={input} />
          {children}
        </div>
      )}
      onKeyDown={(event) => {
        if (!tools.press(event)) onKeyDown?.(event);
      }}
    />
  );
}
