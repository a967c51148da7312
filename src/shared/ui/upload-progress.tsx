import { Button } from './button.tsx';

/** How much of a file has been sent. `share` is from 0 to 1. */
export function UploadProgress({ label, share, onStop }: { label: string; share: number; onStop: () => void }) {
  const percent = Math.round(share * 100);
  return (
    <div className="grid gap-1">
      <progress
        aria-label={label}
        max={100}
        value={percent}
        className="h-2 w-full appearance-none border border-line bg-sheet [&::-moz-progress-bar]:bg-signal [&::-webkit-progress-bar]:bg-sheet [&::-webkit-progress-value]:bg-signal"
      />
      <div className="flex items-center justify-between gap-4">
        <p className="figures text-fine text-muted">{percent} % sent</p>
        <Button variant="quiet" onClick={onStop}>
          Stop upload
        </Button>
      </div>
    </div>
  );
}
