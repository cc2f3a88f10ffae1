import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react';

/** 'solid' is for the main action; a page has one of them. */
export type ButtonLook = 'solid' | 'line' | 'plain' | 'danger';

interface Common {
  look?: ButtonLook;
  /** as wide as the line on a phone */
  wide?: boolean;
}

export interface ButtonProps extends Common, ButtonHTMLAttributes<HTMLButtonElement> {
  /** busy: cannot be pressed again, and a screen reader announces it */
  busy?: boolean;
}

export function Button({ look = 'line', wide, busy, className, type = 'button', onClick, children, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={classes(look, wide, className)}
      aria-busy={busy || undefined}
      // It can still be focused while it is busy: a disabled button would lose the focus.
      aria-disabled={busy || rest['aria-disabled']}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      {busy && <span className="ui-spin" aria-hidden="true" />}
      {children}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({ look = 'line', wide, className, ...rest }: Common & AnchorHTMLAttributes<HTMLAnchorElement>) {
  return <a {...rest} className={classes(look, wide, className)} />;
}

function classes(look: ButtonLook, wide: boolean | undefined, more: string | undefined): string {
  return ['ui-button', `is-${look}`, wide && 'is-wide', more].filter(Boolean).join(' ');
}
