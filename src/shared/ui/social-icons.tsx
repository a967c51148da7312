/** Three icons beside the sentence that names them. As the specification says, they are not links. */
export function SocialIcons() {
  return (
    <span aria-hidden="true" className="flex gap-3">
      {paths.map((d) => (
        <svg
          key={d}
          viewBox="0 0 24 24"
          className="size-6"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinecap="round"
          strokeLinejoin="round"
          aria-hidden="true"
        >
          <path d={d} />
        </svg>
      ))}
    </span>
  );
}

/** LinkedIn, Instagram and YouTube. */
const paths = [
  'M3.5 3.5h17v17h-17zM7.5 10.5v6M7.5 7.3v.2M11.5 16.5v-6M11.5 13a2.5 2.5 0 0 1 5 0v3.5',
  'M7 3.5h10a3.5 3.5 0 0 1 3.5 3.5v10a3.5 3.5 0 0 1-3.5 3.5H7A3.5 3.5 0 0 1 3.5 17V7A3.5 3.5 0 0 1 7 3.5zM12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM16.8 7.1v.1',
  'M5.5 5.5h13a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2zM10 9v6l5.2-3z',
];
