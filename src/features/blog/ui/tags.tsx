export function Tags({ tags }: { tags: readonly string[] }) {
  return (
    <ul className="figures flex flex-wrap gap-x-3 gap-y-1 text-fine text-muted">
      {tags.map((tag) => (
        <li key={tag}>#{tag}</li>
      ))}
    </ul>
  );
}
