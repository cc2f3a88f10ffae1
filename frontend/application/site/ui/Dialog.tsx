import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

export interface DialogProps {
  title: ReactNode;
  /** called on Escape, and on a press beside the dialog */
  onClose: () => void;
  children: ReactNode;
  /** buttons, the main one last */
  actions?: ReactNode;
  /** the dialog needs an answer: a press beside it does nothing */
  firm?: boolean;
}

/** The browser's own dialog element: the page behind it is inert, and the focus returns to where it was. */
export function Dialog({ title, onClose, children, actions, firm }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // Before the effects of what is in it: opening moves the focus, and a box in it may ask for it.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    return () => element?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog handles Escape itself
    <dialog
      ref={dialog}
      className="ui-dialog"
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (!firm && event.target === dialog.current) onClose();
      }}
    >
      <div className="ui-dialog-body">
        <h2 id={heading}>{title}</h2>
        {children}
        {actions && <div className="ui-actions">{actions}</div>}
      </div>
    </dialog>
  );
}
