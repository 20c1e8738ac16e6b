import { createContext, useContext } from 'react';
import type { Words } from './english.js';
import type { Language } from './language.js';
import { formatFor, type Format } from './format.js';

export interface Speech {
  language: Language;
  words: Words;
  speak: (language: Language) => void;
}

export const SpeechContext = createContext<Speech | undefined>(undefined);

export function useSpeech(): Speech {
  const speech = useContext(SpeechContext);
  if (speech === undefined) throw new Error('the words are not loaded');
  return speech;
}

export function useWords(): Words {
  return useSpeech().words;
}

export function useFormat(): Format {
  return formatFor(useSpeech().language);
}
