import { IconCircleCheck } from '@tabler/icons-react';
import type { ComponentType, MouseEvent, ReactNode } from 'react';
import { pathInApp } from './markdown-syntax.ts';
import classes from './markdown-text.module.css';

/** Reads where an address in the app leads. */
export type InAppLinkComponent = ComponentType<{
  readonly path: string;
  readonly children: (target: {
    /** Name of the task that the address opens; undefined for other addresses and unknown tasks. */
    readonly task: string | undefined;
    readonly go: () => void;
  }) => ReactNode;
}>;

interface TextLinkProps {
  readonly address: string;
  /** The address itself is the text of the link: a task's name replaces it. */
  readonly isBare: boolean;
  readonly InAppLink: InAppLinkComponent;
  readonly children: ReactNode;
}

const REL = 'noopener noreferrer';

/**
 * Link in a text. Addresses stay as written: only links to Cairn's own files are upgraded to https (product.md, 15).
 * Addresses of the app open in the same tab without loading it again.
 */
export function TextLink({ address, isBare, InAppLink, children }: TextLinkProps) {
  const path = pathInApp(address);
  if (path === undefined) {
    const target = address.startsWith('mailto:') ? undefined : '_blank';
    return (
      <a href={address} target={target} rel={REL}>
        {children}
      </a>
    );
  }
  return (
    <InAppLink path={path}>
      {({ task, go }) => (
        <a
          href={path}
          rel={REL}
          className={isBare && task !== undefined ? classes['task'] : undefined}
          onClick={(event) => follow(event, go)}
        >
          {isBare && task !== undefined ? (
            <>
              <IconCircleCheck size="1.1em" stroke={1.6} aria-hidden />
              {task}
            </>
          ) : (
            children
          )}
        </a>
      )}
    </InAppLink>
  );
}

/** With a modifier the browser opens a tab or a window. */
function follow(event: MouseEvent, go: () => void): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go();
}
