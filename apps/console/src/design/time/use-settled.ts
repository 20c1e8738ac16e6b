import { useEffect, useState } from 'react';

const restMs = 250;

/** The value once it has rested. Each letter of a search would be a request, and some are lines of the audit log. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const rest = setTimeout(() => {
      setSettled(value);
    }, restMs);
    return () => {
      clearTimeout(rest);
    };
  }, [value]);
  return settled;
}
