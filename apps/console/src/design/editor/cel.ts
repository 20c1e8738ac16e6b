import { snippetCompletion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { StreamLanguage } from '@codemirror/language';
import { namesAfter } from './scope.js';

/** Colours of the Common Expression Language. */
export const cel = StreamLanguage.define<null>({
  startState: () => null,
  token: (stream) => {
    if (stream.eatSpace()) return null;
    if (stream.match(/^\/\/.*/)) return 'comment';
    if (stream.match(/^[rb]?("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/i)) return 'string';
    if (stream.match(/^\d+(\.\d+)?([eE][+-]?\d+)?u?/)) return 'number';
    if (stream.match(/^(true|false|null|in)\b/)) return 'keyword';
    if (stream.match(/^(event|user|card|now)\b/)) return 'variableName';
    if (stream.match(/^[A-Za-z_]\w*/)) return 'propertyName';
    if (stream.match(/^(&&|\|\||[=!<>]=|[-+*/%<>!?:])/)) return 'operator';
    stream.next();
    return null;
  },
});

const functions = [
  snippetCompletion('size(${})', { label: 'size', type: 'function', detail: 'string, list or map → int' }),
  snippetCompletion('has(event.${name})', { label: 'has', type: 'function', detail: 'whether a field is there' }),
  snippetCompletion('timestamp("${2027-01-01T00:00:00Z}")', { label: 'timestamp', type: 'function', detail: 'string' }),
  snippetCompletion('duration("${1h}")', { label: 'duration', type: 'function', detail: 'string' }),
  ...['int', 'double', 'string'].map((label) => snippetCompletion(`${label}(\${})`, { label, type: 'function' })),
];
const methods = [
  ...['startsWith', 'endsWith', 'contains', 'matches'].map((label) =>
    snippetCompletion(`${label}("\${}")`, { label, type: 'method', detail: 'string → bool' }),
  ),
  ...['exists', 'all', 'filter', 'map'].map((label) =>
    snippetCompletion(`${label}(each, \${each == 1})`, { label, type: 'method', detail: 'list' }),
  ),
  ...['getHours', 'getDayOfWeek', 'getMonth', 'getFullYear'].map((label) =>
    snippetCompletion(`${label}("\${Europe/Amsterdam}")`, { label, type: 'method', detail: 'timestamp → int' }),
  ),
];

/** Completes names from the event's schema. */
export function completeCel(schema: unknown): (context: CompletionContext) => CompletionResult | null {
  return (context) => {
    const before = context.matchBefore(/[\w.[\]]*/);
    if (before === null || (before.text === '' && !context.explicit)) return null;
    const path = before.text.split('.');
    const word = path.pop() ?? '';
    const names = namesAfter(path, schema).map(({ label, type, detail }) => {
      const option = { label, type: path.length === 0 ? 'variable' : 'property', detail: type };
      return detail === undefined ? option : { ...option, info: detail };
    });
    const more = path.length === 0 ? functions : methods;
    return { from: context.pos - word.length, options: [...names, ...more], validFor: /^\w*$/ };
  };
}
