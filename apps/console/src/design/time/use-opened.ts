import { useState } from 'react';

/** True from the first time on that it is ready: what has been opened is not closed by a list that is read again. */
export function useOpened(isReady: boolean): boolean {
  const [isOpen, setOpen] = useState(isReady);
  if (isReady && !isOpen) setOpen(true);
  return isReady || isOpen;
}
