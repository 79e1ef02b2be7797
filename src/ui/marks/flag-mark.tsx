import { VisuallyHidden } from '@mantine/core';
import { i18n } from '../../i18n/i18n.ts';
import classes from './flag-mark.module.css';

interface Props {
  readonly name: string;
  /** `#rrggbb`; any other value is shown as black, the specification's default. */
  readonly colour: string;
}

/** Priority as colour and first letter, so that it does not depend on colour. */
export function FlagMark({ name, colour }: Props) {
  const background = /^#[0-9a-f]{6}$/i.test(colour) ? colour : '#000000';
  return (
    <span
      className={classes.mark}
      style={{ background, color: readableOn(background) }}
      data-tip={i18n.t('Priority: {name}', { name })}
    >
      <span aria-hidden>{name.slice(0, 1).toUpperCase()}</span>
      <VisuallyHidden>{i18n.t('Priority {name}', { name })}</VisuallyHidden>
    </span>
  );
}

/** Black or white, whichever has more contrast to the colour (WCAG relative luminance). */
export function readableOn(colour: string): '#000000' | '#ffffff' {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return (luminance + 0.05) ** 2 > 1.05 * 0.05 ? '#000000' : '#ffffff';
}
