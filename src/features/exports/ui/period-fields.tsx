import { TextField } from '#src/shared/ui/field.tsx';

interface Period {
  from: string;
  to: string;
}

interface PeriodFieldsProps {
  period: Period;
  labels: Readonly<Period>;
  errors: Readonly<Partial<Record<string, string>>>;
  onChange: (period: Period) => void;
}

/** The first and the last day of a period that somebody types. */
export function PeriodFields({ period, labels, errors, onChange }: PeriodFieldsProps) {
  return (
    <div className="grid items-start gap-6 sm:grid-cols-2">
      {(['from', 'to'] as const).map((name) => (
        <TextField
          key={name}
          name={name}
          label={labels[name]}
          type="date"
          required
          className="figures"
          value={period[name]}
          error={errors[name]}
          onChange={({ target }) => onChange({ ...period, [name]: target.value })}
        />
      ))}
    </div>
  );
}
