/** An address as its country writes it, each line in its own writing direction. */
export function AddressLines({ lines }: { lines: readonly string[] }) {
  return (
    <address className="not-italic leading-relaxed wrap-anywhere">
      {lines.map((line, at) => (
        // Two lines can be equal, and no line ever moves.
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <span key={at} className="block">
          <bdi>{line}</bdi>
        </span>
      ))}
    </address>
  );
}
