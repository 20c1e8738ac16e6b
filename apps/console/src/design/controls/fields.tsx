import { Search } from 'lucide-react';
import {
  useId,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react';

interface Around {
  label: string;
  hint?: ReactNode;
  fault?: string | undefined;
}

interface FieldProps extends Around {
  /** Gets the attributes that tie the control to its label, hint and fault. */
  children: (ties: {
    id: string;
    'aria-describedby': string | undefined;
    'aria-invalid': boolean | undefined;
  }) => ReactNode;
}

export function Field({ label, hint, fault, children }: FieldProps): ReactNode {
  const id = useId();
  const below = `${id}-below`;
  const told = fault ?? hint;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-describedby': told === undefined ? undefined : below,
        'aria-invalid': fault === undefined ? undefined : true,
      })}
      {told !== undefined && (
        <div id={below} className={fault === undefined ? 'hint' : 'fault'}>
          {told}
        </div>
      )}
    </div>
  );
}

type Changed<Props> = Omit<Props, 'onChange' | 'value'> & { value: string; onChange: (value: string) => void };

export function TextField({
  label,
  hint,
  fault,
  onChange,
  ...rest
}: Around & Changed<InputHTMLAttributes<HTMLInputElement>>): ReactNode {
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(ties) => (
        <input
          className="input"
          autoComplete="off"
          {...rest}
          {...ties}
          onChange={(event) => {
            onChange(event.target.value);
          }}
        />
      )}
    </Field>
  );
}

export function TextArea({
  label,
  hint,
  fault,
  onChange,
  ...rest
}: Around & Changed<TextareaHTMLAttributes<HTMLTextAreaElement>>): ReactNode {
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(ties) => (
        <textarea
          className="input"
          {...rest}
          {...ties}
          onChange={(event) => {
            onChange(event.target.value);
          }}
        />
      )}
    </Field>
  );
}

export interface Choice {
  value: string;
  text: string;
}

export function SelectField({
  label,
  hint,
  fault,
  choices,
  onChange,
  ...rest
}: Around & { choices: readonly Choice[] } & Changed<SelectHTMLAttributes<HTMLSelectElement>>): ReactNode {
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(ties) => (
        <select
          className="input"
          {...rest}
          {...ties}
          onChange={(event) => {
            onChange(event.target.value);
          }}
        >
          {choices.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

export function Check({
  label,
  checked,
  onChange,
  hint,
  disabled,
}: {
  label: ReactNode;
  hint?: string | undefined;
  checked: boolean;
  disabled?: boolean | undefined;
  onChange: (checked: boolean) => void;
}): ReactNode {
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => {
          onChange(event.target.checked);
        }}
      />
      <span>
        {label}
        {hint !== undefined && <span className="small faint"> {hint}</span>}
      </span>
    </label>
  );
}

export function SearchField({
  label,
  value,
  onChange,
  autoFocus,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  autoFocus?: boolean | undefined;
}): ReactNode {
  return (
    <div className="search" role="search">
      <Search aria-hidden="true" />
      <input
        className="input"
        type="search"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        placeholder={label}
        value={value}
        autoFocus={autoFocus}
        onChange={(event) => {
          onChange(event.target.value);
        }}
      />
    </div>
  );
}
