import type { ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';
import { Button } from './button.tsx';
import { Page } from './page.tsx';

interface EmailLinkPageProps {
  title: string;
  text: ReactNode;
  drawing: string;
  button: string;
  /** Why it could not do that right now. */
  error?: ReactNode;
  sends?: { name: string; value: string };
  /** A second button in the same form. */
  other?: { name: string; value: string; button: string } | undefined;
}

/** The page behind a link in an email. Only its button changes anything, because mail scanners open links, too. */
export function EmailLinkPage({ title, text, drawing, button, error, sends, other }: EmailLinkPageProps) {
  const pending = useNavigation().formMethod === 'POST';
  return (
    <Page title={title} text={text} width="form" drawing={drawing}>
      <Form method="post" replace className="flex flex-wrap gap-4">
        {error && <div className="w-full">{error}</div>}
        <Button type="submit" pending={pending} className="w-full sm:w-auto" {...sends}>
          {button}
        </Button>
        {other && (
          <Button
            type="submit"
            variant="secondary"
            pending={pending}
            className="w-full sm:w-auto"
            name={other.name}
            value={other.value}
          >
            {other.button}
          </Button>
        )}
      </Form>
    </Page>
  );
}
