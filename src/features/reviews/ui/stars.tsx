import { Icon } from '#src/shared/ui/icon.tsx';

export const STARS = [1, 2, 3, 4, 5];

export function Star({ filled, className }: { filled: boolean; className: string }) {
  return (
    <Icon name="star" className={`${className} ${filled ? 'fill-ink text-ink' : 'text-edge'}`} strokeWidth={1.5} />
  );
}
