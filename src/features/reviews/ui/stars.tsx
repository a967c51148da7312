import { Star as StarIcon } from 'lucide-react';

export const STARS = [1, 2, 3, 4, 5];

export function Star({ filled, className }: { filled: boolean; className: string }) {
  return <StarIcon className={`${className} ${filled ? 'fill-ink text-ink' : 'text-edge'}`} strokeWidth={1.5} />;
}
