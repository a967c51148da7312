import type { ReactNode } from 'react';

interface RadioOptionProps {
  /** The name of the group, unique in the page. */
  name: string;
  value: string;
  checked: boolean;
  onChoose: () => void;
  /** The id of the group's error, while there is one. */
  errorId?: string | undefined;
  children: ReactNode;
}

/** One of several choices, as a row that can be pressed anywhere. */
export function RadioOption({ name, value, checked, onChoose, errorId, children }: RadioOptionProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-start gap-3 border-line border-b px-2 py-3 hover:bg-tint has-checked:bg-sheet has-focus-visible:outline-2 has-focus-visible:outline-signal">
      <input
        type="radio"
        name={name}
        value={value}
        checked={checked}
        aria-invalid={errorId ? true : undefined}
        aria-describedby={errorId}
        onChange={onChoose}
        className="mt-1 size-5 shrink-0 appearance-none rounded-full border border-edge bg-paper outline-none checked:border-[6px] checked:border-signal aria-invalid:border-bad forced-colors:appearance-auto"
      />
      <span className="min-w-0 grow">{children}</span>
    </label>
  );
}
