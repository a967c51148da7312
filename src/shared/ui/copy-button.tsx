import { type ComponentProps, useState } from 'react';
import { Button } from './button.tsx';
import { StateIcon } from './state-icon.tsx';

/** Copies a text, and says beside the button whether that worked. */
export function CopyButton({
  text,
  variant = 'secondary',
  children,
  ...rest
}: { text: string } & Omit<ComponentProps<typeof Button>, 'onClick'>) {
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      setCopied(false);
    }
  };
  return (
    <>
      <Button variant={variant} {...rest} onClick={() => void copy()}>
        <StateIcon name="copy" className="size-4 shrink-0" /> {children}
      </Button>
      <span role="status" className="text-fine text-muted">
        {copied === true && 'Copied.'}
        {copied === false && 'This browser does not allow copying. Please select the text and copy it yourself.'}
      </span>
    </>
  );
}
