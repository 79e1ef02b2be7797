import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { Logo } from '../../ui/marks/logo.tsx';
import styles from './auth-layout.module.css';

interface AuthLayoutProps {
  readonly title: string;
  readonly hint?: ReactNode;
  /** Shown above everything else. */
  readonly notices?: ReactNode;
  readonly children?: ReactNode;
  readonly foot?: ReactNode;
  /** `wide` for more than one form. */
  readonly width?: 'form' | 'wide';
}

/** Layout of the pages without a signed-in person: introduction on one side, one form on the other. */
export function AuthLayout({
  title,
  hint,
  notices,
  children,
  foot,
  width = 'form',
}: AuthLayoutProps) {
  useDocumentTitle(`${title} · Cairn`);
  return (
    <div className={styles['layout']}>
      <aside className={styles['brand']}>
        <div className={styles['name']}>
          <Logo size={26} />
          Cairn
        </div>
        <p className={styles['words']}>
          {i18n.t(
            'Boards, tasks and notes that live on your device. Work anywhere; the network only decides when others learn of it.',
          )}
        </p>
        <Stones />
      </aside>
      <main className={styles['main']}>
        <div className={styles['box']} data-width={width}>
          {notices === undefined ? null : <div className={styles['notices']}>{notices}</div>}
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

/** Decorative drawing of a cairn on a ridge. */
function Stones() {
  return (
    <svg
      className={styles['stones']}
      viewBox="0 0 400 420"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      focusable="false"
    >
      <path d="M-300 300c160 10 330-70 490-34s290 30 510-20v240H-300z" fill="#fff" opacity=".05" />
      <path d="M-300 344c190-10 350-64 500-44s270 26 500-18v200H-300z" fill="#fff" opacity=".07" />
      <g fill="#fff">
        <path
          d="M112 300c2-28 42-38 94-37s90 12 88 38c-1 14-33 17-90 17s-93-3-92-18z"
          opacity=".3"
        />
        <path
          d="M136 250c3-22 34-30 70-29s66 11 64 30c-1 12-26 15-68 15s-69-3-66-16z"
          opacity=".44"
        />
        <path
          d="M158 204c2-18 26-25 51-24s47 9 45 25c-1 11-19 14-48 14s-50-3-48-15z"
          opacity=".6"
        />
        <path d="M176 164c2-15 18-20 36-19s32 8 30 20-14 12-33 12-35-2-33-13z" opacity=".78" />
        <path d="M191 132c1-10 11-14 21-13s20 5 18 14-9 9-19 9-21-2-20-10z" />
      </g>
      <path d="M-300 392c220-60 380-84 520-66s260 24 480-8v180H-300z" fill="#fff" opacity=".09" />
    </svg>
  );
}
