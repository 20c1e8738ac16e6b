import type { ReactNode } from 'react';

export interface EditorProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  language: 'json' | 'json-schema' | 'cel';
  /** The schema of the event, whose properties a condition may name. */
  schema?: unknown;
  lines?: number;
  hint?: ReactNode;
  fault?: string | undefined;
}
