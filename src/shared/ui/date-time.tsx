/** A day and time as the reader's own clock has it. For pages that are made in the browser only. */
export function DateTime({ at }: { at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {new Date(at).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })}
    </time>
  );
}
