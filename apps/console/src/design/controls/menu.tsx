import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';

/** A button that opens a list of actions. */
export function Menu({ trigger, children }: { trigger: ReactElement; children: ReactNode }): ReactNode {
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className="menu-positioner" sideOffset={6} align="end">
          <Base.Popup className="menu">{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export function MenuItem({
  icon,
  children,
  onClick,
  danger = false,
  disabled = false,
}: {
  icon?: ReactNode;
  children: ReactNode;
  onClick: () => void;
  danger?: boolean | undefined;
  disabled?: boolean | undefined;
}): ReactNode {
  return (
    <Base.Item className={danger ? 'menu-item danger' : 'menu-item'} disabled={disabled} onClick={onClick}>
      {icon}
      {children}
    </Base.Item>
  );
}

export function MenuLine(): ReactNode {
  return <Base.Separator className="menu-line" />;
}
