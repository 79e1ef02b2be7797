import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Logo } from '../../ui/logo.tsx';
import styles from './auth-layout.module.css';

interface AuthLayoutProps {
  readonly title: string;
  readonly hint?: ReactNode;
  readonly children: ReactNode;
  readonly foot?: ReactNode;
}

/** What the pages before the frame share: what this is on the one side, one form on the other. */
export function AuthLayout({ title, hint, children, foot }: AuthLayoutProps) {
  useDocumentTitle(`${title} · Cairn`);
  return (
    <div className={styles['layout']}>
      <aside className={styles['brand']}>
        <div className={styles['name']}>
          <Logo size={26} />
          Cairn
        </div>
        <Stones />
        <p className={styles['words']}>
          Boards, tasks and notes that live on your device. Work anywhere; the network only decides
          when others learn of it.
        </p>
      </aside>
      <main className={styles['main']}>
        <div className={styles['box']}>
          <div className={styles['small']}>
            <Logo size={26} />
            Cairn
          </div>
          <h1 className={styles['title']}>{title}</h1>
          {hint === undefined ? null : <div className={styles['hint']}>{hint}</div>}
          {children}
          {foot === undefined ? null : <div className={styles['foot']}>{foot}</div>}
        </div>
      </main>
    </div>
  );
}

/** A cairn on a ridge: the mark of the way. */
function Stones() {
  return (
    <svg className={styles['stones']} viewBox="0 0 400 320" aria-hidden="true" focusable="false">
      <path d="M-20 268c90-38 150-30 220-18s150 14 240-14v104H-20z" fill="#fff" opacity=".07" />
      <path d="M-20 290c80-16 190-26 260-16s120 8 200-8v74H-20z" fill="#fff" opacity=".1" />
      <g fill="#fff">
        <path
          d="M118 262c2-26 40-34 86-33s82 10 80 34c-1 12-30 15-82 15s-85-3-84-16z"
          opacity=".32"
        />
        <path
          d="M140 214c3-20 32-27 66-26s60 9 58 27c-1 11-24 14-62 14s-64-3-62-15z"
          opacity=".46"
        />
        <path
          d="M160 172c2-16 24-22 48-21s43 8 41 22c-1 10-18 13-45 13s-46-3-44-14z"
          opacity=".62"
        />
        <path d="M176 136c2-13 17-18 34-17s30 7 28 18-13 11-31 11-33-2-31-12z" opacity=".8" />
        <path d="M190 108c1-9 10-13 20-12s19 5 17 13-8 8-18 8-20-2-19-9z" />
      </g>
    </svg>
  );
}
