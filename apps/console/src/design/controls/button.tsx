import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: 'primary' | 'danger' | 'plain' | undefined;
  size?: 'small' | undefined;
  icon?: ReactNode;
  busy?: boolean | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
}

/** A button without children needs an `aria-label`. */
export function Button({
  look,
  size,
  icon,
  busy = false,
  children,
  className,
  disabled,
  ...rest
}: ButtonProps): ReactNode {
  const names = ['button', look, size, children === undefined ? 'icon-only' : undefined, className];
  return (
    <button
      type="button"
      {...rest}
      className={names.filter(Boolean).join(' ')}
      disabled={disabled === true || busy}
      data-busy={busy}
      aria-busy={busy || undefined}
    >
      {busy ? <span className="spinner" aria-hidden="true" /> : icon}
      {children !== undefined && <span className="button-label">{children}</span>}
    </button>
  );
}
