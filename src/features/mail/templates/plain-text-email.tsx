import { EmailLayout, Paragraph } from './layout.tsx';

/** A mail that was written before templates existed: its text, unchanged. */
export function PlainTextEmail({ subject, text, publicUrl }: { subject: string; text: string; publicUrl: string }) {
  return (
    <EmailLayout
      preview={subject}
      title={subject}
      reason={(shopName) => `You are receiving this email because this address was used at ${shopName}.`}
      publicUrl={publicUrl}
    >
      {text.split(/\n{2,}/).map((paragraph, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
        <Paragraph key={at}>
          {paragraph.split('\n').map((one, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
            <span key={line}>
              {line > 0 && <br />}
              {one}
            </span>
          ))}
        </Paragraph>
      ))}
    </EmailLayout>
  );
}
